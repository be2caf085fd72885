import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import type { Database } from '../../server/platform/db/database.ts';
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

/** The id of an administrator who may change the stock. */
async function findOfficer(db: Database, by: string): Promise<string> {
  const { listOfficers } = await import('../../server/features/accounts/feature.ts');
  const { findAccount } = await import('../find-account.ts');
  const { id } = await findAccount(db, by);
  const officer = (await listOfficers(db)).find(({ playerId }) => playerId === id);
  if (officer?.permissions.has('gift-cards:write')) return id;
  throw new Error(`${by} is no administrator who may change the stock (gift-cards:write)`);
}

async function importFile(path: string, options: Options): Promise<Outcome> {
  const { importCodes, importCodesOfCards } = await import('../../server/features/shop/feature.ts');
  const { openVault } = await import('../../server/platform/vault/open-vault.ts');
  const { unlessRefused } = await import('../refused.ts');
  const { withInstallation } = await import('../with-database.ts');
  const file = await readFile(callerPath(path));
  return withInstallation(async ({ config, appSecret, db }) => {
    const choices = {
      actorId: await findOfficer(db, options.by),
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

interface QuarantineOptions {
  release?: string;
  by?: string;
  yes?: boolean;
}

async function quarantine({ release, by, yes = false }: QuarantineOptions): Promise<Outcome> {
  const { listQuarantined, releaseUnproven } = await import('../../server/features/shop/feature.ts');
  const { readDatabaseConfig } = await import('../../server/database-config.ts');
  const { withDatabase } = await import('../with-database.ts');
  return withDatabase(readDatabaseConfig(), async (db) => {
    let released = 0;
    if (release) {
      if (!by) throw new Error('In whose name? Add --by, with the address, handle or id of an administrator');
      const actorId = await findOfficer(db, by);
      await demandYes(`Codes of ${release} that may have been sold go on sale again.`, { yes });
      released = await db.transaction((tx) => releaseUnproven(tx, { giftCardId: release, actorId }));
    }
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
    .option('--by <administrator>', 'in whose name they are put back, for the audit log')
    .action(answering(quarantine));
}
