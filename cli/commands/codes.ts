// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import type { Database } from '../../server/platform/db/database.ts';
import type { Vault } from '../../server/platform/vault/vault.ts';
import { addCommand, answering, type Outcome, withYes } from '../answer.ts';
import { callerPath } from '../caller-path.ts';
import { demandYes } from '../confirm.ts';

interface Options {
  by: string;
  card?: string;
  costCents?: number;
  dryRun?: boolean;
  leaveImplausible?: boolean;
}

interface Line {
  line: number;
  why: string;
}

const named = (what: string, lines: readonly Line[]) =>
  lines.map(({ line, why }) => `  line ${line}: ${what}${why}`);

async function importFile(path: string, options: Options): Promise<Outcome> {
  const { importCodes, importCodesOfCards, openVault } = await import(
    '../../server/features/shop/feature.ts'
  );
  const { findOfficer } = await import('../find-officer.ts');
  const { unlessRefused } = await import('../refused.ts');
  const { withInstallation } = await import('../with-database.ts');
  const file = await readFile(callerPath(path));
  return withInstallation(async ({ config, appSecret, db }) => {
    const choices = {
      actorId: await findOfficer(db, options.by, ['gift-cards:write']),
      file,
      isDryRun: options.dryRun ?? false,
      leavesImplausible: options.leaveImplausible ?? false,
      costCents: options.costCents,
      idempotencyKey: randomUUID(),
    };
    const deps = { db, vault: openVault(config.codes, appSecret) };
    const report = options.card
      ? {
          ...unlessRefused(await importCodes({ giftCardId: options.card, ...choices }, deps)),
          unknownCards: [],
        }
      : unlessRefused(await importCodesOfCards(choices, deps));
    const { added, duplicates, soldBefore, malformed, implausible, unknownCards } = report;
    return {
      lines: [
        `${options.dryRun ? 'Would add' : 'Added'} ${added} codes; ${duplicates.length} known or repeated, ${malformed.length} unreadable, ${implausible.length} of an unusual form`,
        ...duplicates.map((line) => `  line ${line}: known or repeated`),
        ...soldBefore.map((line) => `  line ${line}: left out, sold before this database was restored`),
        ...named('', malformed),
        ...named(options.leaveImplausible ? 'left out, ' : 'unusual, ', implausible),
        ...named('', unknownCards),
      ],
      result: report,
    };
  });
}

function toCents(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of cents.');
  return Number(text);
}

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
    throw new Error(`no line of ${path} is a code of this card, or the id of one: nothing was done`);
  return { except: found.map(({ id }) => id), unknownLines: unknown.length };
}

/** Returns codes that may have been sold to stock, or counts them as sold. */
async function endQuarantine(
  { db, vault }: { db: Database; vault: Vault },
  { release, discard, except: path, by, yes = false }: QuarantineOptions,
) {
  const { discardUnproven, releaseUnproven } = await import('../../server/features/shop/feature.ts');
  const { findOfficer } = await import('../find-officer.ts');
  const giftCardId = release ?? discard;
  if (!giftCardId) return { released: 0, unreadable: 0, discarded: 0, unknownLines: 0 };
  const actorId = await findOfficer(db, by, ['gift-cards:write']);
  const { except, unknownLines } = path
    ? await findExcepted({ db, vault }, giftCardId, path)
    : { except: [], unknownLines: 0 };
  const butFor = path
    ? `, but for ${except.length} of the file (${unknownLines} of its lines are no codes of this card)`
    : '';
  await demandYes(
    `Codes of ${giftCardId} that may have been sold ${release ? 'go on sale again' : 'count as sold'}${butFor}.`,
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
  if (options.release && options.discard) throw new Error('one of --release and --discard at a time');
  return withInstallation(async ({ config, appSecret, db }) => {
    const vault = openVault(config.codes, appSecret);
    const { unknownLines, ...ended } = await endQuarantine({ db, vault }, options);
    const { released, unreadable, discarded } = ended;
    const cards = await listQuarantined(db);
    return {
      lines: [
        ...(options.release ? [`${released} codes are in stock again`] : []),
        ...(options.discard ? [`${discarded} codes count as sold`] : []),
        ...(unreadable > 0
          ? [`${unreadable} cannot be read, since their key is lost: they may be imported again`]
          : []),
        ...(unknownLines > 0 ? [`${unknownLines} lines of the file are no codes of this card`] : []),
        ...cards.map(
          ({ giftCardId, title, sold, unproven }) =>
            `${giftCardId}  ${title}: ${sold} sold after the backup, ${unproven} perhaps`,
        ),
        ...(cards.length === 0 ? ['No code is in quarantine'] : []),
      ],
      result: { ...ended, unknownLines, cards },
    };
  });
}

export function addCodes(program: Command): void {
  const codes = program.command('codes').description('Codes of gift cards.');
  addCommand(codes, 'import', 'Add the codes of a CSV file to the stock, as the dashboard does.')
    .argument('<file>', 'a code in each line, or a card (its id or title) and a code')
    .requiredOption('--by <administrator>', 'in whose name (address, handle or id), for the audit log')
    .option('--card <id>', 'the gift card of all lines, where they name none')
    .option('--cost-cents <n>', 'what each code cost, in cents of US dollars', toCents)
    .option('--leave-implausible', 'leave out codes of an unusual form')
    .option('--dry-run', 'only say what would be added')
    .action(answering(importFile));
  const quarantined = addCommand(
    codes,
    'quarantine',
    'Name what a restored database took out of stock, since it was sold, or may have been.',
  );
  withYes(quarantined)
    .option(
      '--release <card>',
      'put those codes of a gift card (its id) back that may have been sold, and were not',
    )
    .option('--discard <card>', 'have those of a gift card (its id) count as sold')
    .option('--except <file>', 'leave these as they are: a code in each line, or its id')
    .option('--by <administrator>', 'in whose name, for the audit log')
    .action(answering(quarantine));
}
