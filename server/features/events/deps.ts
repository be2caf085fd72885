import type { HasAccount, PublicPlayers, RankPlayed } from '../../ports.ts';
import type { RewardDeps } from './reward-fact.ts';

export interface EventsDeps extends RewardDeps {
  rankPlayed: RankPlayed;
  hasAccount: HasAccount;
  publicPlayers: PublicPlayers;
}
