import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { addCommand, answering, type Outcome } from '../answer.ts';
import { callerPath } from '../caller-path.ts';

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
  const { listOfficers } = await import('../../server/features/accounts/feature.ts');
  const { importCodes, importCodesOfCards } = await import('../../server/features/shop/feature.ts');
  const { openVault } = await import('../../server/platform/vault/open-vault.ts');
  const { findAccount } = await import('../find-account.ts');
  const { unlessRefused } = await import('../refused.ts');
  const { withInstallation } = await import('../with-database.ts');
  const file = await readFile(callerPath(path));
  return withInstallation(async ({ config, appSecret, db }) => {
    const actor = await findAccount(db, options.by);
    const officer = (await listOfficers(db)).find(({ playerId }) => playerId === actor.id);
    if (!officer?.permissions.has('gift-cards:write')) {
      throw new Error(`${options.by} is no administrator who may import codes (gift-cards:write)`);
    }
    const choices = {
      actorId: actor.id,
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
    const { added, duplicates, malformed, implausible, unknownCards } = report;
    return {
      lines: [
        `${options.dryRun ? 'Would add' : 'Added'} ${added} codes; ${duplicates.length} known or repeated, ${malformed.length} unreadable, ${implausible.length} of an unusual form`,
        ...duplicates.map((line) => `  line ${line}: known or repeated`),
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

async function quarantine({ release }: { release?: string }): Promise<Outcome> {
  const { listQuarantined, releaseUnproven } = await import('../../server/features/shop/feature.ts');
  const { readDatabaseConfig } = await import('../../server/database-config.ts');
  const { withDatabase } = await import('../with-database.ts');
  return withDatabase(readDatabaseConfig(), async (db) => {
    const released = release ? await db.transaction((tx) => releaseUnproven(tx, release)) : 0;
    const cards = await listQuarantined(db);
    return {
      lines: [
        ...(release ? [`${released} codes are in stock again`] : []),
        ...cards.map(
          ({ giftCardId, title, sold, unproven }) =>
            `${giftCardId}  ${title}: ${sold} sold after the backup, ${unproven} perhaps`,
        ),
        ...(cards.length === 0 ? ['No code is in quarantine'] : []),
      ],
      result: { released, cards },
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
  addCommand(
    codes,
    'quarantine',
    'Name what a restored database took out of stock, since it was sold, or may have been.',
  )
    .option(
      '--release <card>',
      'put those codes of a gift card (its id) back that may have been sold, and were not',
    )
    .action(answering(quarantine));
}
