import { expect, it } from 'vitest';
import { decideTrial, maxTrialKills, trialPlaces, trialTerms } from './trial-match.ts';

it('decides every made-up match: won where both conditions are met, else lost', () => {
  for (const place of trialPlaces) {
    for (let kills = 0; kills <= maxTrialKills; kills++) {
      const isMet = kills >= trialTerms.requiredKills && (place === 'won' || place === 'top10');
      expect([place, kills, decideTrial(place, kills).status]).toEqual([
        place,
        kills,
        isMet ? 'SUCCESS' : 'FAILED',
      ]);
    }
  }
});
