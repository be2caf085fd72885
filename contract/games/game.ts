// SPDX-License-Identifier: Apache-2.0

/** The games that challenges can be played in. */
export type GameId = 'fortnite';

/**
 * How a result is proved: by totals that grow, of which two readings show the difference, or by the record of one match.
 */
type Proof = 'totals that grow' | 'matches with an id';

/** What screens, terms and previews say about a game. Words alone, so that public pages may load them. */
export interface Game {
  id: GameId;
  name: string;
  proof: Proof;
  /** What counts: "one Solo match". */
  match: { one: string; many: string };
  /** The players' account in this game. */
  account: {
    /** Label of its name, such as a field's or a column's. */
    label: string;
    /** What a form says where it is empty. */
    missing: string;
    /** The account in a sentence. */
    name: string;
    /** What to type into the field. */
    hint: string;
    /** The same in a few words. */
    shortHint: string;
    /** Whether this is the account's lasting id, not a display name. */
    isId(text: string): boolean;
    /** Where to find its name: an address, and what to do there. */
    finding: { address: string; steps: readonly string[] };
  };
  /** The places that can be proved, best first; for totals that grow with the counter of each and its heading. */
  places: readonly { place: number; counter: string; label: string }[];
  /** Lines of the terms. */
  terms: readonly string[];
}
