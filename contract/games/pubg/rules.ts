// SPDX-License-Identifier: Apache-2.0

import type { VerdictInput } from '../../verdict-terms.ts';
import type { RecordRules } from '../game-rules.ts';
import { only } from '../only-readings.ts';
import { toAttemptStats } from './attempt-stats.ts';
import { judgeMatchRecords } from './judge.ts';
import { describeTerms } from './terms.ts';

export const rules: RecordRules = {
  accountId: /^(?:[a-z]+\/)?account\.[0-9a-f]{32}$/,
  disclaimer: 'Not affiliated with or endorsed by KRAFTON, the publisher of PUBG.',
  finding: {
    hint: 'Your name in the game. Capital letters count.',
    place: 'PUBG lobby',
    menu: 'Career',
    field: 'Your name',
    steps: [
      'Start PUBG and open the lobby.',
      'Choose "Career".',
      'Your name is at the top. Type it exactly: capital letters count.',
    ],
  },
  firstTerms: { mode: 'solo', countsBots: false },
  describeTerms: (terms) => (terms ? describeTerms(terms) : []),
  judge({ initial, readings, terms, ...input }: VerdictInput) {
    if (!terms) throw new Error('An attempt at records of matches has no terms');
    return judgeMatchRecords({
      ...input,
      terms,
      initial: only(initial, 'matches'),
      readings: readings.map((reading) => only(reading, 'matches', 'fault')),
    });
  },
  toAttemptStats,
};
