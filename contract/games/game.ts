// SPDX-License-Identifier: Apache-2.0

/** The games that challenges can be played in. */
export type GameId = 'fortnite' | 'pubg';

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
  id: GameId;
  name: string;
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
    /** What to type into its field, in a few words. */
    shortHint: string;
    /** Where the account may be, by the beginning of its name: `steam/Name`. Left out where a name says it all. */
    platforms?: Readonly<Record<string, string>>;
  };
  /** Whether players can hide their statistics from everybody. */
  hidesStats: boolean;
}

export type Game = GameWords & (ProvedByTotals | ProvedByRecords);
