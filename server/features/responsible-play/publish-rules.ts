// SPDX-License-Identifier: Apache-2.0

import type { z } from 'zod';
import type { PlayRules, playRulesInput } from '../../../contract/responsible-play-admin.ts';
import type { Clock } from '../../platform/clock.ts';
import { changeOnce } from '../../platform/db/admin-changes.ts';
import type { Database } from '../../platform/db/database.ts';
import { publish } from '../../platform/jobs/outbox.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { GetContacts } from '../../ports.ts';
import { lockPlayOfAll } from './play-queries.ts';
import { findNewestVersion, findRules, insertRules, listRules, type RulesRow } from './play-rule-store.ts';

export interface RulesDeps {
  db: Database;
  clock: Clock;
  isDemanded: boolean;
  getContacts: GetContacts;
}

function viewRules({ validFrom, publishedAt, regions, ...row }: RulesRow, publishedBy: string): PlayRules {
  return {
    ...row,
    regions: [...regions],
    validFrom: validFrom.toISOString(),
    publishedAt: publishedAt.toISOString(),
    publishedBy,
  };
}

export async function readRules({ db, clock, isDemanded, getContacts }: RulesDeps) {
  const rows = await listRules(db);
  const contacts = await getContacts(db, [...new Set(rows.map(({ publishedBy }) => publishedBy))]);
  const current = await findRules(db, clock.now());
  return {
    list: rows.map((row) => viewRules(row, contacts.get(row.publishedBy)?.name ?? '')),
    current: current?.version ?? null,
    isDemanded,
  };
}

/** The audit log's record of a version. */
function toRecord({ validFrom, elsewhere, regions }: RulesRow) {
  return { validFrom: validFrom.toISOString(), elsewhere, regions };
}

/** Refuses `changed_meanwhile` if another version was published since the form was opened, and `play_rules_past`. */
export async function publishRules(
  {
    actorId,
    rules: { knownVersion, validFrom, ...rules },
    idempotencyKey: key,
  }: { actorId: string; rules: z.output<typeof playRulesInput>; idempotencyKey: string },
  { db, clock, getContacts }: RulesDeps,
): Promise<PlayRules | Refusal> {
  const input = { operation: 'play-rules.publish', knownVersion, validFrom, ...rules };
  const name = (await getContacts(db, [actorId])).get(actorId)?.name ?? '';
  return db.transaction((tx) => {
    const work = async () => {
      // Nobody may enter or pay under rules that are being replaced.
      await lockPlayOfAll(tx);
      if ((await findNewestVersion(tx)) !== knownVersion) return refuse('changed_meanwhile');
      const publishedAt = clock.now();
      const from = validFrom === null ? publishedAt : new Date(validFrom);
      if (from < publishedAt) return refuse('play_rules_past');
      const before = await findRules(tx, publishedAt);
      const row = { ...rules, version: knownVersion + 1, validFrom: from, publishedBy: actorId, publishedAt };
      await insertRules(tx, row);
      await publish(tx, 'play.tightened', { playerId: null }, { runAt: from });
      const change = {
        action: 'play-rules.publish',
        subject: `play-rules:${row.version}`,
        before: before ? toRecord(before) : null,
        after: toRecord(row),
        reason: rules.reason,
      };
      return { answer: viewRules(row, name), change };
    };
    const byName = {
      toKept: ({ publishedBy: _, ...rest }: PlayRules) => rest,
      restore: async (kept: Omit<PlayRules, 'publishedBy'>) => ({ ...kept, publishedBy: name }),
    };
    return changeOnce<PlayRules, Omit<PlayRules, 'publishedBy'>>(
      tx,
      { playerId: actorId, key, input },
      work,
      byName,
    );
  });
}
