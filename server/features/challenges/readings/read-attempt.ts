// SPDX-License-Identifier: Apache-2.0

import { hash } from 'node:crypto';
import type { Reading } from '../../../../contract/challenges.ts';
import { findCopy } from '../../../../contract/games/kept-copy.ts';
import { toMatchStats } from '../../../../contract/games/rules.ts';
import { verdict } from '../../../../contract/verdict.ts';
import type { OpenVerdict } from '../../../../contract/verdict-terms.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { publish } from '../../../platform/jobs/outbox.ts';
import { publishLive } from '../../../platform/live/publish.ts';
import type { Logger } from '../../../platform/log.ts';
import { isRefusal } from '../../../platform/refusal.ts';
import type { StatsAnswer } from '../../../providers/games/answer.ts';
import type { Busy } from '../../../providers/games/source.ts';
import { type AttemptRow, findAttempt, lockAttempt, updateAttempt } from '../attempts/attempt-store.ts';
import { type SettleDeps, settleAttempt } from '../attempts/settle-attempt.ts';
import { bindAccount } from '../game-accounts/bound-account-queries.ts';
import { toFirstReading } from '../game-accounts/clear-account.ts';
import { changedStatus, isActive, isProvisional, provisionalKey } from '../rules.ts';
import { getReadings, insertReading } from './attempt-reading-store.ts';
import type { ReadingsByGame } from './game-readings.ts';
import { scheduleReading } from './reading-jobs.ts';
import { type Demand, nextReadingAt, silentAfterMs, toReadingPlan } from './reading-rules.ts';

export interface ReadDeps extends SettleDeps {
  db: Database;
  log: Logger;
  games: ReadingsByGame;
  timeScale: number;
}

/**
 * The job of one reading. Takes a slot of the budget and calls the source, outside any transaction. Then, with the
 * attempt locked, it stores the reading, computes the verdict, and either plans the next reading or settles the
 * attempt. Safe to run twice or concurrently: it skips a decided attempt, and drops a reading that a later one has
 * overtaken.
 */
export async function readAttempt({ attemptId }: { attemptId: string }, deps: ReadDeps): Promise<void> {
  const { db, clock, log } = deps;
  const attempt = await findAttempt(db, attemptId);
  if (!attempt || !isActive(attempt.status)) return;
  const { source, load, isSourceWide, maxWaitMs } = deps.games[attempt.game];
  const account = isProvisional(attempt.accountKey)
    ? { name: attempt.accountName }
    : { id: attempt.accountKey };
  // Done before the reading, which costs a request: a failure here wastes none.
  const demand = await load.find();
  const getHistory = async () => ({ ...(await getReadings(db, attemptId)), terms: attempt.terms });
  const answer = await source.read(account, 'background', maxWaitMs.background, getHistory);
  // A list of matches counts as of its request, however long reading the records took.
  const takenAt = answer.kind === 'matches' ? new Date(answer.matches.takenAt) : clock.now();
  if (answer.kind === 'fault') {
    log.warn({ attemptId, detail: answer.detail }, 'could not read game statistics for an attempt');
  }
  const asked = {
    answer,
    takenAt,
    demand,
    isSourceClosed: answer.kind === 'busy' && (await source.freeRate()) === 0,
    isSourceWide: answer.kind === 'private' && (await isSourceWide()),
  };
  await db.transaction((tx) => advance(tx, attemptId, asked, deps));
}

/** The facts gathered before the transaction, which locks the attempt and so must be short. */
interface Asked {
  answer: StatsAnswer | Busy;
  takenAt: Date;
  demand: Demand;
  /** The source wasn't called, because it takes no requests with any key. */
  isSourceClosed: boolean;
  /** Whether a private answer is a fault of the source. */
  isSourceWide: boolean;
}

async function advance(tx: Tx, attemptId: string, asked: Asked, deps: ReadDeps): Promise<void> {
  const attempt = await lockAttempt(tx, attemptId);
  if (!attempt || !isActive(attempt.status)) return;
  const { initial, readings } = await addReading(tx, attempt, asked, deps);
  const now = deps.clock.now();
  const { startedAt, game, terms, rules } = attempt;
  const input = { game, initial, readings, conditions: attempt, terms, rules };
  const decision = verdict({ ...input, startedAt: startedAt.toISOString(), now: now.toISOString() });
  if (decision.isFinal) {
    const copy = findCopy(readings, decision);
    const ofMatch = {
      finalStats: toMatchStats(input, decision),
      copyHash: copy && hash('sha256', copy, 'hex'),
    };
    return settleAttempt(tx, attempt, { ...decision, ...ofMatch }, deps);
  }
  const plannedAt = nextReadingAt(now, toReadingPlan({ startedAt, readings }, decision, asked.demand));
  await leaveOpen(tx, attempt, decision, { ...toSchedule(attempt, plannedAt, asked, now), now });
}

/** Stores the answer as the attempt's next reading if it says anything new. @returns all readings */
async function addReading(tx: Tx, attempt: AttemptRow, asked: Asked, { timeScale }: ReadDeps) {
  const { takenAt, isSourceWide } = asked;
  const stored = await getReadings(tx, attempt.id);
  const { initial, readings } = stored;
  const answer = toCounted(asked, readings.at(-1) ?? initial, timeScale);
  if (!answer) return stored;
  const mistake = await learnAccountId(tx, attempt, answer, takenAt);
  const reading = toReading(mistake ?? answer, takenAt, isSourceWide);
  await insertReading(tx, attempt.id, readings.length + 1, reading);
  return { initial, readings: [...readings, reading] };
}

/** The answer to store as a reading after `last`; undefined if it adds nothing. */
function toCounted(
  { answer, takenAt, isSourceClosed }: Asked,
  last: Reading,
  timeScale: number,
): StatsAnswer | undefined {
  const sinceMs = takenAt.getTime() - Date.parse(last.takenAt);
  if (answer.kind !== 'busy') return sinceMs > 0 ? answer : undefined;
  // A closed source answers for an attempt only now and then; the others would wait forever for an answer that ends them.
  const isSilent = isSourceClosed && sinceMs >= silentAfterMs(timeScale);
  return isSilent ? { kind: 'fault', detail: 'the source takes no requests' } : undefined;
}

function toReading(answer: StatsAnswer, at: Date, sourceWide: boolean): Reading {
  const takenAt = at.toISOString();
  switch (answer.kind) {
    case 'stats':
    case 'matches':
    case 'never-played':
      return toFirstReading(answer, at);
    case 'private':
      return { kind: 'private', takenAt, sourceWide };
    case 'unknown':
      return { kind: 'fault', takenAt, detail: 'the account does not exist any more' };
    case 'rate-limited':
      return { kind: 'fault', takenAt, detail: 'HTTP 429: too many requests' };
    case 'fault':
      return { kind: 'fault', takenAt, detail: answer.detail };
  }
}

/**
 * An account without any match has no id to read; its first match reveals it. Returns a fault if the answer has another
 * name than the one asked for, or if the id is another player's: the statistics must not decide this attempt then.
 */
async function learnAccountId(
  tx: Tx,
  attempt: AttemptRow,
  answer: StatsAnswer,
  at: Date,
): Promise<Extract<StatsAnswer, { kind: 'fault' }> | undefined> {
  if (!('account' in answer) || !isProvisional(attempt.accountKey)) return undefined;
  const { id, name } = answer.account;
  if (provisionalKey(name) !== provisionalKey(attempt.accountName)) {
    return { kind: 'fault', detail: 'HTTP 200 about another account' };
  }
  const account = { key: id, name: attempt.accountName };
  if (isRefusal(await bindAccount(tx, attempt.game, attempt.playerId, account, at))) {
    return { kind: 'fault', detail: 'the account belongs to another player' };
  }
  attempt.accountKey = account.key;
  return undefined;
}

/** When an open attempt's next reading is due, and when its job runs. */
function toSchedule(attempt: AttemptRow, plannedAt: Date, { answer }: Asked, now: Date) {
  if (answer.kind !== 'busy') return { dueAt: plannedAt, jobAt: plannedAt };
  // Without a slot the due time stays, so that the limit on entries sees how late readings are. The job itself runs
  // again later.
  const dueAt = attempt.nextReadingAt ?? now;
  return { dueAt, jobAt: new Date(Math.max(now.getTime() + answer.retryInMs, dueAt.getTime())) };
}

async function leaveOpen(
  tx: Tx,
  attempt: AttemptRow,
  { status: decided, reason, baselineReading }: Pick<OpenVerdict, 'status' | 'reason' | 'baselineReading'>,
  { dueAt, jobAt, now }: { dueAt: Date; jobAt: Date; now: Date },
): Promise<void> {
  // If this clock is behind the one of the previous reading, the verdict may still be PENDING; no attempt goes back to that.
  const status = decided === 'PENDING' ? attempt.status : changedStatus(attempt.status, decided);
  await updateAttempt(tx, attempt.id, { ...attempt, status, reason, nextReadingAt: dueAt, baselineReading });
  await scheduleReading(tx, attempt.id, { due: jobAt, now });
  const sawOlderMatch = baselineReading > 0 && attempt.baselineReading === 0;
  if (sawOlderMatch) await notifyOfOlderMatch(tx, attempt, now);
  if (status !== attempt.status || reason !== attempt.reason || sawOlderMatch) {
    await publishLive(tx, attempt.playerId, 'attempt', { attemptId: attempt.id, status });
  }
}

/** Notifies only while another match can still be started in time. */
async function notifyOfOlderMatch(tx: Tx, attempt: AttemptRow, now: Date): Promise<void> {
  const { id: attemptId, playerId, challengeDescription: description, startBy } = attempt;
  if (startBy <= now) return;
  const leftSeconds = Math.ceil((startBy.getTime() - now.getTime()) / 1_000);
  await publish(tx, 'challenge.older-match-seen', { attemptId, playerId, description, leftSeconds });
}
