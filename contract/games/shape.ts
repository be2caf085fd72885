// SPDX-License-Identifier: Apache-2.0

/** A result is proved by totals that grow, of which two readings show the difference. */
interface ProvedByTotals {
  proof: 'totals that grow';
  /** The places that can be proved, best first, with the counter of each and its heading. */
  places: readonly { place: number; counter: string; label: string }[];
}

/** A result is proved by the record of one match, which has any place. */
interface ProvedByRecords {
  proof: 'matches with an id';
}

/** What screens, terms and previews say about a game. Words alone, so that public pages may load them. */
interface GameWords {
  /** The same as its key in `games`. */
  id: string;
  name: string;
  /** What counts: "one Solo match". */
  match: { one: string; many: string };
  /** The modes of a challenge, where its terms choose one. */
  modes?: Readonly<Record<string, { label: string }>>;
  /** The players' account in this game. */
  account: {
    /** Label of its name, such as a field's or a column's. */
    label: string;
    /** What a form says where it is empty. */
    missing: string;
    /** The account in a sentence. */
    name: string;
    /** What to type into its field, in a few words. */
    shortHint: string;
    /** Where the account may be, by the beginning of its name: `steam/Name`. Left out where a name says it all. */
    platforms?: Readonly<Record<string, string>>;
  };
  /** The places on the cards of its challenges (art/challenge-scenes.ts draws them). */
  scenes: readonly string[];
  /** Whether players can hide their statistics from everybody. */
  hidesStats: boolean;
}

export type GameShape = GameWords & (ProvedByTotals | ProvedByRecords);
