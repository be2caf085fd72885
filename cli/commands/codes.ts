// SPDX-License-Identifier: Apache-2.0

import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { plural } from '../../contract/amounts.ts';
import type { Database } from '../../server/platform/db/database.ts';
import type { Vault } from '../../server/platform/vault/vault.ts';
import { addCommand, addYesOption, answering, type Outcome } from '../answer.ts';
import { callerPath } from '../caller-path.ts';
import { requireConfirmation } from '../confirm.ts';
import { addCodesImport } from './codes-import.ts';

interface QuarantineOptions {
  release?: string;
  discard?: string;
  except?: string;
  by?: string;
  yes?: boolean;
}

/** Finds the card's codes that a file lists, by id or by the code itself; counts the lines that match none. */
async function findExcepted(
  { db, vault }: { db: Database; vault: Vault },
  giftCardId: string,
  path: string,
): Promise<{ except: string[]; unknownLines: number }> {
  const { findCodesOfCard, getFingerprint } = await import('../../server/features/shop/feature.ts');
  const lines = (await readFile(callerPath(path), 'utf8')).split('\n').map((line) => line.trim());
  const named = lines.filter(Boolean).map((text) => ({ text, print: getFingerprint(vault, text) }));
  const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
  const found = await findCodesOfCard(db, {
    giftCardId,
    ids: named.map(({ text }) => text).filter(isId),
    prints: named.map(({ print }) => print),
  });
  const known = new Set(found.flatMap(({ id, fingerprint }) => [id, fingerprint.toString('hex')]));
  const unknown = named.filter(
    ({ text, print }) => !known.has(text.toLowerCase()) && !known.has(print.toString('hex')),
  );
  if (named.length === unknown.length)
    throw new Error(`no line of ${path} is a code of this card or the id of one. Nothing was changed`);
  return { except: found.map(({ id }) => id), unknownLines: unknown.length };
}

/** Returns codes that may have been sold to stock, or counts them as sold. */
async function endQuarantine(
  { db, vault }: { db: Database; vault: Vault },
  { release, discard, except: path, by, yes = false }: QuarantineOptions,
) {
  const { discardUnproven, releaseUnproven } = await import('../../server/features/shop/feature.ts');
  const { findOfficer } = await import('../find-officer.ts');
  const named = release ?? discard;
  if (!named) return { released: 0, unreadable: 0, discarded: 0, unknownLines: 0 };
  const actorId = await findOfficer(db, by, ['gift-cards:write']);
  const { findCard } = await import('../find-card.ts');
  const giftCardId = await findCard(db, named);
  const { except, unknownLines } = path
    ? await findExcepted({ db, vault }, giftCardId, path)
    : { except: [], unknownLines: 0 };
  const butFor = path
    ? `, except ${except.length} from the file (${plural(unknownLines, 'line of it matches', 'lines of it match')} no code of this card)`
    : '';
  await requireConfirmation(
    `Codes of ${named} that may have been sold ${release ? 'go on sale again' : 'count as sold'}${butFor}.`,
    { yes },
  );
  const chosen = { giftCardId, except, actorId };
  return db.transaction(async (tx) => ({
    ...(release ? await releaseUnproven(tx, chosen) : { released: 0, unreadable: 0 }),
    discarded: release ? 0 : await discardUnproven(tx, chosen),
    unknownLines,
  }));
}

async function quarantine(options: QuarantineOptions): Promise<Outcome> {
  const { listQuarantined, openVault } = await import('../../server/features/shop/feature.ts');
  const { withInstallation } = await import('../with-database.ts');
  if (options.release && options.discard) throw new Error('use either --release or --discard, not both');
  return withInstallation(async ({ config, appSecret, db }) => {
    const vault = openVault(config.codes, appSecret);
    const { unknownLines, ...ended } = await endQuarantine({ db, vault }, options);
    const { released, unreadable, discarded } = ended;
    const cards = await listQuarantined(db);
    return {
      lines: [
        ...(options.release ? [`${plural(released, 'code')} back in stock`] : []),
        ...(options.discard ? [`${plural(discarded, 'code')} counted as sold`] : []),
        ...(unreadable > 0
          ? [`${plural(unreadable, 'code')} unreadable without their lost key: you can import them again`]
          : []),
        ...(unknownLines > 0
          ? [`${plural(unknownLines, 'line')} of the file without a code of this card`]
          : []),
        ...cards.map(
          ({ giftCardId, title, sold, unproven }) =>
            `${giftCardId}  ${title}: ${sold} sold after the backup, ${unproven} possibly sold`,
        ),
        ...(cards.length === 0 ? ['No codes are in quarantine'] : []),
      ],
      result: { ...ended, unknownLines, cards },
    };
  });
}

export function addCodes(program: Command): void {
  const codes = program.command('codes').description('Manage gift-card codes.');
  addCodesImport(codes);
  const quarantined = addCommand(
    codes,
    'quarantine',
    'List codes that a restore took out of stock because they were sold, or possibly sold.',
  );
  addYesOption(quarantined)
    .option('--release <card>', 'put the possibly sold codes of this gift card (id or title) back on sale')
    .option('--discard <card>', 'count the possibly sold codes of this gift card (id or title) as sold')
    .option('--except <file>', 'leave the codes in this file as they are: one code, or its id, per line')
    .option('--by <administrator>', 'the administrator (address, handle or id), for the audit log')
    .action(answering(quarantine));
}
