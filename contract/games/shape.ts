// SPDX-License-Identifier: Apache-2.0

/** Growing totals prove a result: the difference between two readings. */
interface ProvedByTotals {
  proof: 'totals that grow';
  /** The places that totals can prove, best first, each with its counter and heading. */
  places: readonly { place: number; counter: string; label: string }[];
}

/** The record of one match proves a result, with any place. */
interface ProvedByRecords {
  proof: 'matches with an id';
}

/** The words about a game on screens, in terms and in previews. Only words, so that public pages can load them. */
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
    /** A form's message if the field is empty. */
    missing: string;
    /** The account's name within a sentence. */
    name: string;
    /** What to type into its field, in a few words. */
    shortHint: string;
    /**
     * The account's possible platforms, as prefixes of its name: `steam/Name`. Absent if the name alone identifies an
     * account.
     */
    platforms?: Readonly<Record<string, string>>;
  };
  /** The places on the cards of its challenges (art/challenge-scenes.ts draws them). */
  scenes: readonly string[];
  /** Whether players can hide their statistics from everyone. */
  hidesStats: boolean;
}

export type GameShape = GameWords & (ProvedByTotals | ProvedByRecords);
