/** What an actor heard or said: its type, and whatever else belongs to it. */
export interface Heard {
  type: string;
  [field: string]: unknown;
}

/**
 * What came from outside, in order; everything else follows from it. `t` is ms on the clock of the recording. `to` is
 * the path of an actor (`root/page/flow`): of the one that heard it for `send` (somebody spoke) and `timer` (time has
 * passed), of the leaf itself for `leaf` (a promise or a stream has ended) and `emit` (a stream said something).
 */
export type Entry =
  | { t: number; k: 'start'; input: unknown; version: string }
  | { t: number; k: 'send' | 'timer' | 'leaf' | 'emit'; to: string; event: Heard };
