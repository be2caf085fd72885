// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';

/**
 * A match's telemetry: tens of megabytes of JSON, one array of events. It is parsed as it arrives, event by event, and
 * only as far as needed.
 */
export interface Telemetry {
  /** The start of the match, an ISO string; null if the events don't say. */
  startedAt: string | null;
  /** Bots that this player killed; null if not requested, or if the events don't add up to the player's kills. */
  botKills: number | null;
}

const mostBytes = 200 * 1024 * 1024;
const mostEventBytes = 1024 * 1024;

const start = z.object({ _T: z.literal('LogMatchStart'), _D: z.iso.datetime({ offset: true }) });
const character = z.object({ accountId: z.string(), teamId: z.number() });
const kill = z.object({
  _T: z.enum(['LogPlayerKill', 'LogPlayerKillV2']),
  killer: character.nullish(),
  victim: character.nullish(),
});

/**
 * @param kills the player's kills in the record, of which bots are counted; null: only the start is wanted, which is
 * near the beginning
 * @returns undefined unless the file is a complete array of events
 */
export async function scanTelemetry(
  chunks: AsyncIterable<Uint8Array>,
  { accountId, kills }: { accountId: string; kills: number | null },
): Promise<Telemetry | undefined> {
  let startedAt: string | null = null;
  const killed: string[] = [];
  const file = { isCut: false };
  for await (const event of splitEvents(chunks, file)) {
    if (event.includes('"LogMatchStart"')) {
      const time = start.safeParse(toJson(event)).data?._D;
      if (time) startedAt ??= new Date(time).toISOString();
      if (startedAt && kills === null) break;
    } else if (kills !== null && event.includes('"LogPlayerKill')) {
      const { killer, victim } = kill.safeParse(toJson(event)).data ?? {};
      const isOther = killer?.teamId !== victim?.teamId;
      if (killer?.accountId === accountId && victim && isOther) killed.push(victim.accountId);
    }
  }
  if (file.isCut) return undefined;
  const bots = killed.filter((id) => id.startsWith('ai.')).length;
  const botKills = killed.length === kills ? bots : null;
  return { startedAt, botKills };
}

function toJson(event: Buffer): unknown {
  try {
    return JSON.parse(event.toString('utf8'));
  } catch {
    return undefined;
  }
}

const code = (character: string) => character.charCodeAt(0);
const [quote, backslash, open, close, end] = ['"', '\\', '{', '}', ']'].map(code);
const space = code(' ');

/**
 * The objects of the outer array as they were sent. Ends early if the file is too long.
 * @param file says afterwards whether the array is incomplete
 */
async function* splitEvents(
  chunks: AsyncIterable<Uint8Array>,
  file: { isCut: boolean },
): AsyncGenerator<Buffer> {
  /** The last byte that isn't whitespace. */
  let last: number | undefined;
  let depth = 0;
  let isText = false;
  let isEscaped = false;
  let total = 0;
  /** The start of the current event, from earlier chunks. */
  let begun: Uint8Array[] = [];
  let begunBytes = 0;
  for await (const chunk of chunks) {
    total += chunk.byteLength;
    if (total > mostBytes) return;
    let from = depth > 0 ? 0 : -1;
    for (let index = 0; index < chunk.byteLength; index++) {
      const byte = chunk[index] as number;
      if (byte > space) last = byte;
      if (isEscaped) isEscaped = false;
      else if (isText) {
        if (byte === backslash) isEscaped = true;
        else if (byte === quote) isText = false;
      } else if (byte === quote) isText = true;
      else if (byte === open) {
        if (depth++ === 0) from = index;
      } else if (byte === close && depth > 0 && --depth === 0) {
        yield Buffer.concat([...begun, chunk.subarray(from, index + 1)]);
        begun = [];
        begunBytes = 0;
        from = -1;
      }
    }
    if (from >= 0) {
      begun.push(chunk.subarray(from));
      begunBytes += chunk.byteLength - from;
      if (begunBytes > mostEventBytes) return;
    }
  }
  file.isCut = depth > 0 || isText || last !== end;
}
