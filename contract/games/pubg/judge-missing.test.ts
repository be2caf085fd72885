// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import type { Row } from './testing/judge-rows.ts';
import { banned, decide, fault, iso, played, shown } from './testing/timeline.ts';

const won = played('won', 5);
const blank = { place: null, kills: 0 };
const unproven = played('unproven', 5, { storedAt: null });

const table: Record<string, Row[]> = {
  'records that are missing': [
    [
      'block a decision, since they may be of the first match',
      [shown(66, [won], { seen: ['won', 'other'] })],
      'WAITING_RECHECK',
      'source-fault',
    ],
    [
      'still block a decision when they are no longer listed',
      [shown(28, [won], { seen: ['won', 'other'] }), shown(66, [won])],
      'WAITING_RECHECK',
      'source-fault',
    ],
    [
      'no longer matter once they are read',
      [shown(66, [won], { seen: ['won', 'other'] }), shown(67, [won, played('other', 50)])],
      'SUCCESS',
      'conditions-met',
    ],
    [
      'do not matter when first listed after the time in which an earlier match could appear',
      [
        shown(66, [won], { seen: ['won', 'other'] }),
        shown(73, [won, played('other', 9)], { seen: ['won', 'other', 'new'] }),
      ],
      'SUCCESS',
      'conditions-met',
    ],
    [
      'matter when no earlier list was final',
      [shown(65, [won]), shown(73, [won], { seen: ['won', 'new'] })],
      'WAITING_RECHECK',
      'source-fault',
    ],
    [
      'matter when the earlier list was final only for a match that no longer counts',
      [
        shown(66, [won, played('b', 30)], { seen: ['won', 'b', 'c'] }),
        shown(73, [{ ...won, startedAt: iso(-1) }, played('b', 30), played('c', 50)], {
          seen: ['won', 'b', 'c', 'new'],
        }),
      ],
      'WAITING_RECHECK',
      'source-fault',
    ],
    [
      'matter when the earlier list came from a banned account',
      [banned(66, [won]), shown(73, [won], { seen: ['won', 'new'] })],
      'WAITING_RECHECK',
      'source-fault',
    ],
    [
      'cancel the attempt after six hours',
      [shown(66, [], { seen: ['a'] }), shown(426, [], { seen: ['a'] })],
      'CANCELLED',
      'source-down',
    ],
    [
      'without the player return the whole fee',
      [shown(100, [won, played('other', 4, blank)])],
      'CANCELLED',
      'counters-missing',
    ],
    [
      'without the player decide once they show the player',
      [shown(100, [played('a', 5, blank)], { untold: ['a'] }), shown(102, [played('a', 5)])],
      'SUCCESS',
      'conditions-met',
    ],
    [
      'without the player do not matter in another mode, before entry or after the first match',
      [
        shown(100, [
          won,
          ...[played('a', 4, { ...blank, mode: 'duo' }), played('b', -1, blank), played('c', 9, blank)],
        ]),
      ],
      'SUCCESS',
      'conditions-met',
    ],
    [
      'that contradict each other decide nothing',
      [shown(28, [won]), shown(66, [{ ...won, place: 1 }])],
      'WAITING_RECHECK',
      'source-behind',
    ],
    [
      'that contradict each other return the whole fee',
      [shown(28, [won]), shown(100, [{ ...won, createdAt: iso(6), storedAt: iso(30) }])],
      'CANCELLED',
      'source-reset',
    ],
  ],
  'telemetry that cannot be read': [
    [
      'does not matter for a win that the record proves',
      [shown(66, [played('a', 5, { kills: 9 })], { untold: ['a'] })],
      'SUCCESS',
      'conditions-met',
      { countsBots: false },
    ],
    [
      'does not matter when a later match depends on it',
      [shown(66, [played('a', 5, { kills: 9 }), played('b', 9)], { untold: ['b'] })],
      'SUCCESS',
      'conditions-met',
      { countsBots: false },
    ],
    [
      'leaves an attempt that depends on it undecided, even after 100 minutes',
      [shown(100, [won], { untold: ['won'] })],
      'WAITING_RECHECK',
      'source-fault',
      { countsBots: false },
    ],
    [
      'decides the attempt once it can be read',
      [shown(100, [won], { untold: ['won'] }), shown(110, [{ ...won, botKills: 0 }])],
      'SUCCESS',
      'conditions-met',
      { countsBots: false },
    ],
    [
      'cancels the attempt after six hours',
      [shown(66, [unproven], { untold: ['unproven'] }), shown(426, [unproven], { untold: ['unproven'] })],
      'CANCELLED',
      'source-down',
    ],
  ],
  'a ban': [
    ['decides nothing when seen once', [banned(66, [won])], 'WAITING_RECHECK', 'banned-once'],
    [
      'ends the attempt after ten minutes',
      [banned(66, [won]), banned(76, [won])],
      'CANCELLED',
      'account-banned',
    ],
    [
      'that was lifted lets the match count',
      [banned(66, [won]), shown(75, [won])],
      'SUCCESS',
      'conditions-met',
    ],
    [
      'must last ten minutes again after it was lifted',
      [banned(6), shown(10), banned(16)],
      'IN_PROGRESS',
      'banned-once',
    ],
  ],
  'a failing source': [
    ['is asked again, and the attempt stays pending', [fault(1)], 'PENDING', 'source-fault'],
    ['cancels the attempt after six hours', [fault(1), fault(200), fault(361)], 'CANCELLED', 'source-down'],
    ['lets the next answer decide', [fault(1), shown(300, [won])], 'SUCCESS', 'conditions-met'],
    [
      'starts its six hours again after an answer',
      [fault(1), shown(90), fault(361)],
      'WAITING_RECHECK',
      'source-fault',
    ],
  ],
};

for (const [topic, rows] of Object.entries(table)) {
  describe(topic, () => {
    it.each(rows)('%s', (_line, readings, status, reason, options) => {
      expect(decide(readings, options)).toMatchObject({ status, reason });
    });
  });
}
