// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { endpoint, timestamp } from './endpoint.ts';
import { asNumber } from './sent-numbers.ts';
import { historyEntry } from './wallet.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const size = z.int().nonnegative();
/** An upper bound, as for all numbers from callers; no log gets this long. */
const askedSize = (least = 0) => asNumber(z.int().min(least).max(1_000_000_000_000));

const keyId = z.string().regex(/^[0-9a-f]{8}$/);

/** A tree head: size and root of the tree of all leaves at some moment. */
export const treeHead = z.object({
  /** Number of leaves. */
  size,
  root: hash,
  sealedAt: timestamp,
  keyId,
  /** Ed25519 signature of `headText`. */
  signature: z.base64(),
});
export type TreeHead = z.infer<typeof treeHead>;

/** A key that signs heads. The previous key vouches for it, unless it is the first or follows a lost key. */
const sealKey = z.object({
  keyId,
  /** 32 bytes. */
  publicKey: z.base64(),
  /** Signs heads with more leaves than this, up to the start of the next key. */
  fromSize: size,
  /** The previous key's signature of `keyText`; null if there was no previous key or it was lost. */
  vouch: z.base64().nullable(),
});
export type SealKey = z.infer<typeof sealKey>;

/** The operator's note about a database restore that left fewer entries. */
const restoreNote = z.object({
  /** Number of entries left. */
  size,
  notedAt: timestamp,
  /** A single line. */
  reason: z.string(),
  keyId,
  /** Ed25519 signature of `restoreText`. */
  signature: z.base64(),
});
export type RestoreNote = z.infer<typeof restoreNote>;

/** The signer: the log's name, and its keys from the first to the current one. */
export const sealLog = z.object({
  origin: z.string(),
  keys: z.array(sealKey),
  /** The latest first. Missing from older servers and in older files. */
  restores: z.array(restoreNote).optional(),
});
export type SealLog = z.infer<typeof sealLog>;

/** The content of a transfer's leaf, with its position and its path to the root. */
const leafProof = z.object({
  index: size,
  /** The sealed transfer as text. */
  text: z.string(),
  /** 16 random bytes, so that the text can't be guessed from its hash. */
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  /** The sibling's hash at each step, from the leaf upwards. */
  hashes: z.array(hash),
});
export type LeafProof = z.infer<typeof leafProof>;

/** The parsed text of a leaf. */
export const sealedTransfer = z.object({
  ledger: z.literal(1),
  id: z.string(),
  /** To the microsecond. */
  at: z.string(),
  currency: z.string(),
  amount: z.string(),
  /** `player:` and an id, or `house:` and a name. */
  from: z.string(),
  to: z.string(),
  type: z.string(),
  description: z.string(),
  /** Salted hash of the cause, in hex. */
  cause: z.string(),
});
export type SealedTransfer = z.infer<typeof sealedTransfer>;

export const sealedEntries = z.object({
  log: sealLog,
  /** The newest head; null before the first. */
  head: treeHead.nullable(),
  /** In the requested order. Not yet sealed entries have no proof; other players' entries are omitted. */
  entries: z.array(z.object({ transferId: z.string(), proof: leafProof.nullable() })),
});
export type SealedEntries = z.infer<typeof sealedEntries>;

/** A statement as a file that anyone can check without this installation (`npx finalring verify statement`). */
export const sealedStatement = z.object({
  playerId: z.uuid(),
  lines: z.array(historyEntry),
  /** The proofs of all lines, in batches. */
  seals: z.array(sealedEntries),
});
export type SealedStatement = z.infer<typeof sealedStatement>;

/** The most entries per call. */
export const maxProofs = 200;

export const sealsApi = {
  head: endpoint({
    method: 'GET',
    path: '/seals/head',
    access: 'public',
    summary: 'Get the newest tree head and keys',
    data: z.object({ log: sealLog, head: treeHead.nullable() }),
  }),
  heads: endpoint({
    method: 'GET',
    path: '/seals/heads',
    access: 'public',
    summary: 'List signed tree heads by size',
    query: z.object({
      after: askedSize().default(0),
      limit: asNumber(z.int().min(1).max(1000)).default(200),
    }),
    data: z.object({ heads: z.array(treeHead) }),
  }),
  consistency: endpoint({
    method: 'GET',
    path: '/seals/consistency',
    access: 'public',
    summary: 'Prove that one tree continues another',
    query: z.object({ from: askedSize(1).default(1), to: askedSize(1).optional() }),
    data: z.object({ hashes: z.array(hash) }),
    refusals: ['not_found'],
  }),
  inclusion: endpoint({
    method: 'GET',
    path: '/seals/inclusion',
    access: 'public',
    summary: 'Prove that a leaf is in the tree',
    query: z.object({ leaf: askedSize().default(0), size: askedSize(1).optional() }),
    data: z.object({ hashes: z.array(hash) }),
    refusals: ['not_found'],
  }),
  leaves: endpoint({
    method: 'GET',
    path: '/seals/leaves',
    access: 'public',
    summary: 'List leaf hashes',
    query: z.object({
      from: askedSize().default(0),
      limit: asNumber(z.int().min(1).max(1000)).default(1000),
    }),
    data: z.object({ hashes: z.array(hash) }),
  }),
  entries: endpoint({
    method: 'GET',
    path: '/seals/entries',
    access: 'signed-in',
    summary: 'Prove entries of your statement',
    query: z.object({
      transfers: z
        .string()
        .regex(/^\d{1,18}(?:,\d{1,18})*$/)
        .transform((text) => text.split(','))
        .refine((ids) => ids.length <= maxProofs, `asks for more than ${maxProofs} entries`),
    }),
    data: sealedEntries,
  }),
};
