// SPDX-License-Identifier: Apache-2.0

import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { lateParts, type Player } from './player.ts';

const late = z.array(z.enum(lateParts)).default([]);

const match = z
  .object({
    placement: z.int(),
    kills: z.int(),
    minutes: z.number(),
    playedAt: z.coerce.date(),
    reportedAt: z.coerce.date(),
    lateParts: late,
    wholeAt: z.coerce.date().optional(),
  })
  .transform((read) => ({ ...read, wholeAt: read.wholeAt ?? read.reportedAt }));

const saved = z.object({
  players: z.array(
    z.object({
      name: z.string(),
      accountId: z.string(),
      public: z.boolean(),
      exists: z.boolean(),
      reportDelaySeconds: z.number(),
      resets: z.int(),
      lateParts: late,
      lateSeconds: z.number().default(30),
      matches: z.array(match),
    }),
  ),
});

interface State {
  players: Player[];
  /** Resolves when these players, or newer ones, are on disk. */
  save(players: Player[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Keeps the Arena's players in a JSON file, so that a match played before the process was killed is still
 * in the statistics after it. Without a path nothing is kept.
 * @throws when the file exists but is not such a state.
 */
export async function openState(path: string | undefined): Promise<State> {
  if (path === undefined) return { players: [], save: async () => {}, close: async () => {} };
  await mkdir(dirname(path), { recursive: true });
  const { players } = saved.parse(await readState(path));
  let waiting: Player[] | undefined;
  let writing: Promise<void> | undefined;

  // One write at a time; anything that changes meanwhile is in the next one.
  const write = async (): Promise<void> => {
    try {
      while (waiting) {
        const text = JSON.stringify({ players: waiting });
        waiting = undefined;
        await writeFile(`${path}.new`, text);
        await rename(`${path}.new`, path);
      }
    } finally {
      writing = undefined;
    }
  };
  return {
    players,
    save: (next) => {
      waiting = next;
      writing ??= write();
      return writing;
    },
    close: async () => {
      await writing;
    },
  };
}

async function readState(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { players: [] };
    throw new Error(`The sandbox can’t read its state in ${path}. Delete the file to start over`, {
      cause: error,
    });
  }
}
