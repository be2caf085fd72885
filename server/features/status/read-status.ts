// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import { type StatusReport, statusApi } from '../../../contract/status.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { type JsonText, jsonText, wrapJson } from '../../platform/http/answers.ts';
import type { Listener } from '../../platform/listen.ts';
import { findMaintenance } from './maintenance-store.ts';
import { partsNow, reportWithoutDatabase } from './rules.ts';
import { listIncidents, readLooks } from './status-store.ts';

export interface StatusDeps {
  db: Database;
  listener: Pick<Listener, 'connected'>;
  clock: Clock;
}

const maxIncidents = 20;
/** How often each process queries the database, however many clients ask. */
export const keptForMs = 10_000;
/** Shorter while the database is unavailable, since readers wait for it to return. */
const unavailableCacheMs = 2_000;
const askForMs = 1_000;

export async function readReport({ db, clock }: Pick<StatusDeps, 'db' | 'clock'>): Promise<StatusReport> {
  const looks = await readLooks(db);
  const incidents = await listIncidents(db, maxIncidents);
  const maintenance = await findMaintenance(db);
  return {
    maintenance: maintenance ? { ...maintenance, until: maintenance.until.toISOString() } : null,
    lookedAt: looks[0]?.lookedAt.toISOString() ?? null,
    isDatabaseAway: false,
    parts: partsNow(looks, clock.now()),
    incidents: incidents.map(({ beganAt, endedAt, ...incident }) => ({
      ...incident,
      beganAt: beganAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    })),
  };
}

/**
 * The response of `GET /status` as text. Read periodically, however many clients ask, and kept for times without the
 * database: this call must report those, so it must not fail because of them.
 */
export function statusText(deps: StatusDeps): () => JsonText | Promise<JsonText> {
  const { listener } = deps;
  let known: StatusReport | undefined;
  let text: { json: JsonText; until: number; isAway: boolean } | undefined;
  let reading: Promise<JsonText> | undefined;

  async function read(): Promise<JsonText> {
    const fresh = readReport(deps).catch(() => undefined);
    const report = await Promise.race([fresh, delay(askForMs, undefined, { ref: false })]);
    if (report) known = report;
    return keep(report ?? reportWithoutDatabase(known), report ? keptForMs : unavailableCacheMs);
  }

  function keep(report: StatusReport, ms: number): JsonText {
    const json = jsonText(wrapJson(statusApi.read, JSON.stringify(report)));
    text = { json, until: performance.now() + ms, isAway: report.isDatabaseAway };
    return json;
  }

  return () => {
    // The listener notices within two seconds that the database is unavailable; from then on, older responses are not
    // used.
    const isOfUse = text && performance.now() < text.until && (text.isAway || listener.connected);
    if (text && isOfUse) return text.json;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}
