/** Limits that the specification leaves open. Basis: added. */

/** A toast that nobody gave a delay: long enough to read two lines. */
export const toast = 5_000;
/** How long an answer may take before the asker stops waiting. */
export const answer = 15_000;
/** How long one status question may take: shorter, because it is asked again. */
export const statusAnswer = 8_000;
/** First and longest pause between two status questions. */
export const pollFirst = 1_000;
export const pollLongest = 10_000;
/** A device that has got its line back says so before that line carries: for so long, in ms, a read that found none is asked for again. */
export const newLine = 10_000;
export const newLinePause = 1_000;
/** Nobody types while no letter has come for so long, in ms: what nobody called may open now, and takes no letters. */
export const writingPause = 2_000;
/** For so long, in ms, somebody who types without such a pause is left alone. */
export const writingLongest = 20_000;
/** How long a check holds its rate. */
export const quoteLifetime = 60_000;
/** Checks of one account in an hour: one every twelve seconds is more than anybody reads, and each is kept. */
export const checksAnHour = 300;
/** How often the rate of the form is read again. */
export const rateRefresh = 10_000;
/** Balances moved: a form that is filled in reads itself again after this long, once for all that moved meanwhile. */
export const balancesSettle = 1_000;
/** How old a list of rates that somebody looks at may grow, in ms. */
export const ratesRefresh = 30_000;
/** A session in use is noted as seen so often, in ms: a write in a while, not one a call. What is younger is not told apart. */
export const seenEvery = 5 * 60_000;
/** A sign-in code or link. */
export const codeLifetime = 600_000;
export const codeTries = 5;
/** A puzzle, and what it is good for once it is solved. */
export const puzzleLifetime = 120_000;
export const puzzleTries = 3;
/** Whoever would rather not solve it waits this long: about what it costs a machine to do so. */
export const puzzlePatience = 30_000;
/** A link that sets another password. */
export const resetLifetime = 3_600_000;
/** The way to Telegram and back; and how old its answer may be, in ms. */
export const telegramLifetime = 600_000;
export const telegramFresh = 300_000;
/** A password that somebody chooses, in UTF-16 units: ten resist guessing at the attempts that sign-in allows. */
export const passwordShortest = 10;
/** The longest that is hashed: a phrase fits, a file does not. */
export const passwordLongest = 200;
/** A fault of the server or the line is asked about this long before the person is told how to go on alone. */
export const findingOut = 60_000;
/** A confirm whose answer was lost may still be under way for so long: before it nobody says that nothing was sent. */
export const confirmArrives = 3_000;
/** Changed terms stand this long before a click confirms them: a double click is never a second consent. */
export const look = 700;
/** A part of the page that did not come is asked for again after this long. */
export const chunkPause = 1_000;
/** Pieces of the page of which nothing more comes for so long, in ms, are given up, so that they can be asked for anew. */
export const pieceStalls = 10_000;
/** The annex, which did not come, is asked for again after as long as another part, then after twice that and so on, up to this. */
export const annexPause = 30_000;
/** That a notification was closed, which the server did not hear, is said again after this long. */
export const closeAgain = 30_000;
/** How long the browser's own question about notifications may stand before the page goes on without its answer. */
export const permission = 60_000;
/** How long after the last moment to pay its provider may still tell of a payment that was made in time. */
export const paymentGrace = 60_000;
/** How long this device keeps through sign-in where a visitor was going: the life of a code, three times. */
export const kept = 30 * 60_000;
/** How long after the last letter this device keeps what was typed and not sent, once nobody is signed in: whoever comes once a week finds it again, also some hours later than the last time. */
export const draft = 8 * 24 * 60 * 60_000;
/** Longest JSON or form body without files, in bytes. */
export const bodyBytes = 64 * 1024;
/** Longest file that a form takes, in bytes: a scan of some pages. */
export const fileBytes = 10 * 1024 * 1024;
/** All files of messages that one account sends in so many days, in bytes: a person explains a lot with that, and a store of files is none. */
export const filesBytes = 300 * 1024 * 1024;
export const filesDays = 30;
/** Longest journal that a message to support takes, in bytes: what a page keeps of itself, twice. */
export const journalBytes = 8 * 1024 * 1024;
/** How long a file may take to be sent: ten megabytes over a slow line. */
export const uploadAnswer = 10 * 60_000;
/** How long a file may take to come: everything about an account, over a slow line. */
export const fileAnswer = 2 * 60_000;
/** A file of which nothing more goes for so long is stopped, so that it can be sent again. */
export const uploadStalls = 30_000;
/** How long the number of a card stands on the screen, and a token for one look at it is good. */
export const shown = 30_000;
export const lookLifetime = 60_000;
