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
      'may be the first match',
      [shown(66, [won], { seen: ['won', 'other'] })],
      'WAITING_RECHECK',
      'source-fault',
    ],
    [
      'are not forgotten when they are not listed',
      [shown(28, [won], { seen: ['won', 'other'] }), shown(66, [won])],
      'WAITING_RECHECK',
      'source-fault',
    ],
    [
      'no longer matter once they were read',
      [shown(66, [won], { seen: ['won', 'other'] }), shown(67, [won, played('other', 50)])],
      'SUCCESS',
      'conditions-met',
    ],
    [
      'do not matter where they were first listed after no earlier one could appear',
      [
        shown(66, [won], { seen: ['won', 'other'] }),
        shown(73, [won, played('other', 9)], { seen: ['won', 'other', 'new'] }),
      ],
      'SUCCESS',
      'conditions-met',
    ],
    [
      'matter where no list before was final',
      [shown(65, [won]), shown(73, [won], { seen: ['won', 'new'] })],
      'WAITING_RECHECK',
      'source-fault',
    ],
    [
      'matter where the list before was final for another match that no longer counts',
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
      'matter where the list before was that of a banned account',
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
      'that show none of the player return the whole fee',
      [shown(100, [won, played('other', 4, blank)])],
      'CANCELLED',
      'counters-missing',
    ],
    [
      'that show none of the player may show one later',
      [shown(100, [played('a', 5, blank)], { untold: ['a'] }), shown(102, [played('a', 5)])],
      'SUCCESS',
      'conditions-met',
    ],
    [
      'that show none of the player do not matter in another mode, before entry and later',
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
      'does not matter for a later match',
      [shown(66, [played('a', 5, { kills: 9 }), played('b', 9)], { untold: ['b'] })],
      'SUCCESS',
      'conditions-met',
      { countsBots: false },
    ],
    [
      'leaves open what depends on it, also after 100 minutes',
      [shown(100, [won], { untold: ['won'] })],
      'WAITING_RECHECK',
      'source-fault',
      { countsBots: false },
    ],
    [
      'decides once it can be read',
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
    ['starts over once it was lifted', [banned(6), shown(10), banned(16)], 'IN_PROGRESS', 'banned-once'],
  ],
  'a failing source': [
    ['is asked again', [fault(1)], 'PENDING', 'source-fault'],
    ['cancels the attempt after six hours', [fault(1), fault(200), fault(361)], 'CANCELLED', 'source-down'],
    ['lets the next answer decide', [fault(1), shown(300, [won])], 'SUCCESS', 'conditions-met'],
    ['starts over after an answer', [fault(1), shown(90), fault(361)], 'WAITING_RECHECK', 'source-fault'],
  ],
};

for (const [topic, rows] of Object.entries(table)) {
  describe(topic, () => {
    it.each(rows)('%s', (_line, readings, status, reason, options) => {
      expect(decide(readings, options)).toMatchObject({ status, reason });
    });
  });
}
