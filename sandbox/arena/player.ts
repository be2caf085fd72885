export interface Match {
  placement: number;
  kills: number;
  /** Game minutes, before the time scale. */
  minutes: number;
  playedAt: Date;
  /** From this moment the statistics show the match. */
  reportedAt: Date;
}

export interface Player {
  name: string;
  accountId: string;
  public: boolean;
  exists: boolean;
  reportDelaySeconds: number;
  /** How often the source lost half of its records of this player. */
  resets: number;
  matches: Match[];
}
