import type { Step } from '../large-indexes.ts';
import * as ground from './001_ground.ts';
import * as ledger from './002_ledger.ts';
import * as exchange from './003_exchange.ts';
import * as rememberUse from './004_remember_use.ts';
import * as articles from './005_articles.ts';
import * as register from './006_register.ts';
import * as chats from './007_chats.ts';
import * as requests from './008_requests.ts';
import * as signInRedirect from './009_sign_in_redirect.ts';
import * as operations from './010_operations.ts';
import * as jobWorkers from './011_job_workers.ts';
import * as transfers from './012_transfers.ts';
import * as payments from './013_payments.ts';
import * as closedOrders from './015_closed_orders.ts';
import * as menusAndTon from './016_menus_and_ton.ts';
import * as phoneAndWire from './017_phone_and_wire.ts';
import * as passwordResets from './018_password_resets.ts';
import * as lettersOfARequest from './019_letters_of_a_request.ts';
import * as puzzles from './020_puzzles.ts';
import * as personal from './021_personal.ts';
import * as browsers from './022_browsers.ts';
import * as mailChanges from './023_mail_changes.ts';
import * as telegram from './030_telegram.ts';
import * as listedOperations from './031_listed_operations.ts';
import * as cards from './032_cards.ts';
import * as issuer from './033_issuer.ts';
import * as cardsMenu from './034_cards_menu.ts';
import * as referral from './035_referral.ts';
import * as referralMenu from './036_referral_menu.ts';
import * as referralCircle from './037_referral_circle.ts';
import * as messages from './038_messages.ts';
import * as reachedInvites from './040_reached_invites.ts';
import * as cardOrders from './041_card_orders.ts';
import * as moneyPath from './050_money_path.ts';
import * as roomToMove from './051_room_to_move.ts';
import * as journals from './052_journals.ts';
import * as postedTogether from './053_posted_together.ts';
import * as placeOfChats from './054_place_of_chats.ts';
import * as wholeStatements from './055_whole_statements.ts';
import * as lettersInTurn from './056_letters_in_turn.ts';
import * as oneLookAtPostings from './057_one_look_at_postings.ts';
import * as transfersAtOnce from './058_transfers_at_once.ts';
import * as beginRight from './059_begin_right.ts';
import * as lessARow from './060_less_a_row.ts';
import * as shownLanguage from './061_shown_language.ts';
import * as familiesEnd from './062_families_end.ts';
import * as returnedDeposits from './063_returned_deposits.ts';
import * as returnsTaken from './064_returns_taken.ts';
import * as returnsTold from './065_returns_told.ts';
import * as reserveMarks from './066_reserve_marks.ts';
import * as sweptByIndex from './067_swept_by_index.ts';
import * as operationsTaken from './068_operations_taken.ts';
import * as foundAtOnce from './069_found_at_once.ts';
import * as lettersEnd from './070_letters_end.ts';
import * as demoFound from './071_demo_found.ts';
import * as refusedPayments from './072_refused_payments.ts';
import * as sessionsFollow from './073_sessions_follow.ts';
import * as refusalsApart from './074_refusals_apart.ts';
import * as takenBackWords from './075_taken_back_words.ts';
import * as addressIsNoKey from './077_address_is_no_key.ts';
import * as rowsOfAnAccount from './078_rows_of_an_account.ts';
import * as threadsThatWait from './079_threads_that_wait.ts';
import * as threadsFound from './080_threads_found.ts';
import * as stoppedAccounts from './081_stopped_accounts.ts';
import * as knownPeople from './082_known_people.ts';
import * as refusedNews from './083_refused_news.ts';
import * as verification from './024_verification.ts';

/** Every migration, run in the order of the names, each once. A migration that has been released is never changed. */
export const migrations: Record<string, Step> = {
  '001_ground': ground,
  '002_ledger': ledger,
  '003_exchange': exchange,
  '004_remember_use': rememberUse,
  '005_articles': articles,
  '006_register': register,
  '007_chats': chats,
  '008_requests': requests,
  '009_sign_in_redirect': signInRedirect,
  '010_operations': operations,
  '011_job_workers': jobWorkers,
  '012_transfers': transfers,
  '013_payments': payments,
  '015_closed_orders': closedOrders,
  '016_menus_and_ton': menusAndTon,
  '017_phone_and_wire': phoneAndWire,
  '018_password_resets': passwordResets,
  '019_letters_of_a_request': lettersOfARequest,
  '020_puzzles': puzzles,
  '021_personal': personal,
  '022_browsers': browsers,
  '023_mail_changes': mailChanges,
  '024_verification': verification,
  '030_telegram': telegram,
  '031_listed_operations': listedOperations,
  '032_cards': cards,
  '033_issuer': issuer,
  '034_cards_menu': cardsMenu,
  '035_referral': referral,
  '036_referral_menu': referralMenu,
  '037_referral_circle': referralCircle,
  '038_messages': messages,
  '040_reached_invites': reachedInvites,
  '041_card_orders': cardOrders,
  '050_money_path': moneyPath,
  '051_room_to_move': roomToMove,
  '052_journals': journals,
  '053_posted_together': postedTogether,
  '054_place_of_chats': placeOfChats,
  '055_whole_statements': wholeStatements,
  '056_letters_in_turn': lettersInTurn,
  '057_one_look_at_postings': oneLookAtPostings,
  '058_transfers_at_once': transfersAtOnce,
  '059_begin_right': beginRight,
  '060_less_a_row': lessARow,
  '061_shown_language': shownLanguage,
  '062_families_end': familiesEnd,
  '063_returned_deposits': returnedDeposits,
  '064_returns_taken': returnsTaken,
  '065_returns_told': returnsTold,
  '066_reserve_marks': reserveMarks,
  '067_swept_by_index': sweptByIndex,
  '068_operations_taken': operationsTaken,
  '069_found_at_once': foundAtOnce,
  '070_letters_end': lettersEnd,
  '071_demo_found': demoFound,
  '072_refused_payments': refusedPayments,
  '073_sessions_follow': sessionsFollow,
  '074_refusals_apart': refusalsApart,
  '075_taken_back_words': takenBackWords,
  '077_address_is_no_key': addressIsNoKey,
  '078_rows_of_an_account': rowsOfAnAccount,
  '079_threads_that_wait': threadsThatWait,
  '080_threads_found': threadsFound,
  '081_stopped_accounts': stoppedAccounts,
  '082_known_people': knownPeople,
  '083_refused_news': refusedNews,
};
