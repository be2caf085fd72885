// SPDX-License-Identifier: Apache-2.0

import { open } from 'node:fs/promises';
import { type SealLog, type TreeHead, toSignedNote } from '../../../../contract/seal-proof.ts';
import { waitOutside } from '../../../platform/call-context.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import { type MailLook, renderMail } from '../../../platform/mail/render.ts';
import { postPublic } from '../../../platform/post-public.ts';
import { isPublicWebAddress, type Resolve } from '../../../platform/public-address.ts';

/** What a witness is sent (docs/operate.md, Witnesses). */
export interface Testimony {
  log: SealLog;
  /** Heads since the last time, ordered by size. */
  heads: TreeHead[];
  /** Proof that the last of them contains the last head sent before; `from` is 0 the first time. */
  consistency: { from: number; to: number; hashes: string[] };
}

/** A place outside our control that stores tree heads. If it is sent a head twice, it must count it once. */
export interface Witness {
  name: 'webhook' | 'file' | 'mail';
  /** False: it is only sent the newest head, once a day. */
  hearsEveryHead: boolean;
  /** @throws if the witness did not accept it */
  tell(testimony: Testimony): Promise<void>;
}

const newline = 10;

/** An error that leaves out the witness's address, which may hold a secret. */
class WitnessError extends Error {
  override name = 'WitnessError';
}

export function webhookWitness(
  address: string,
  { sandboxOrigin, resolve }: { sandboxOrigin?: string | undefined; resolve?: Resolve } = {},
): Witness {
  return {
    name: 'webhook',
    hearsEveryHead: true,
    async tell(testimony) {
      if (!isPublicWebAddress(address, sandboxOrigin))
        throw new WitnessError('The witness has no public address');
      const body = Buffer.from(JSON.stringify(testimony));
      const headers = { 'content-type': 'application/json', 'content-length': body.length };
      const connection = { timeoutMs: 10_000, ...(resolve && { resolve }) };
      const { status } = await waitOutside(() => postPublic(new URL(address), { headers, body }, connection));
      // Redirects count as failures too: we never follow them.
      if (status < 200 || status > 299) throw new WitnessError(`The witness answered ${status}`);
    },
  };
}

/** A head as a line of a witness's file. */
export const toKeptLine = (origin: string, head: TreeHead): string => JSON.stringify({ origin, ...head });

/** A file, preferably on a machine that somebody else controls, with one line of JSON per head. */
export function fileWitness(path: string): Witness {
  return {
    name: 'file',
    hearsEveryHead: true,
    async tell({ log, heads }) {
      const file = await open(path, 'a+');
      try {
        const { size } = await file.stat();
        const last = Buffer.alloc(1);
        if (size > 0) await file.read(last, 0, 1, size - 1);
        // A process that was killed in the middle of a line left it without a newline.
        const before = size > 0 && last[0] !== newline ? '\n' : '';
        const lines = heads.map((head) => `${toKeptLine(log.origin, head)}\n`);
        await file.appendFile(before + lines.join(''));
        await file.sync();
      } finally {
        await file.close();
      }
    },
  };
}

export function mailWitness(
  address: string,
  { mailer, look, publicUrl }: { mailer: Mailer; look: MailLook; publicUrl: string },
): Witness {
  return {
    name: 'mail',
    hearsEveryHead: false,
    async tell({ log, heads }) {
      const head = heads.at(-1);
      if (!head) return;
      const content = {
        subject: `Sealed ledger: ${head.size} entries`,
        preview: head.root,
        title: 'Keep this mail',
        paragraphs: [
          'It is the signed root of the ledger. Should the ledger ever be rewritten, this mail shows it.',
          toSignedNote(log.origin, head),
        ],
        rows: [
          { label: 'Entries', value: String(head.size) },
          { label: 'Root', value: head.root },
          { label: 'Sealed', value: head.sealedAt },
          { label: 'Key', value: head.keyId },
          { label: 'Signature', value: head.signature },
        ],
        action: { label: 'All roots', url: `${publicUrl}/api/v1/seals/heads` },
        notes: [`Ledger: ${log.origin}`],
      };
      const messageId = `seal-${head.size}-${head.root.slice(0, 16)}@${new URL(publicUrl).hostname}`;
      const isTaken = await mailer.send({
        ...renderMail(content, look),
        to: { name: 'Witness', address },
        messageId,
      });
      if (!isTaken) throw new WitnessError('The mail server refuses the address of the witness');
    },
  };
}
