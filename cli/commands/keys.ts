// SPDX-License-Identifier: Apache-2.0

import type { Command } from 'commander';
import { addCommand, answering, type Outcome, withYes } from '../answer.ts';
import { demandYes } from '../confirm.ts';
import { withProgress } from '../progress.ts';

/** Which secrets the database has been used with, and whether those of the configuration are the same. */
async function listKeys(): Promise<Outcome> {
  const { readSecretStates } = await import('../../server/secret-states.ts');
  const { readInstallation, withDatabase } = await import('../with-database.ts');
  const { config, appSecret } = await readInstallation();
  const secrets = await withDatabase(config, (db) => readSecretStates(db, { ...config, appSecret }));
  const words = { same: 'same', different: 'DIFFERENT', new: 'new', made: 'made here', unset: 'not set' };
  return {
    lines: secrets.map(({ name, state }) => `${words[state].padEnd(9)}  ${name}`),
    result: secrets,
    isWrong: secrets.some(({ state }) => state === 'different'),
  };
}

async function forgetKey(name: string, options: { yes?: boolean }): Promise<Outcome> {
  const { forgetSecret } = await import('../../server/platform/secret-checks.ts');
  const { readInstallation, withDatabase } = await import('../with-database.ts');
  const { config } = await readInstallation();
  await demandYes(`Forget ${name}? The next start takes the one that is configured then.`, options);
  const wasKnown = await withDatabase(config, (db) => db.transaction((tx) => forgetSecret(tx, name)));
  if (!wasKnown) throw new Error(`${name} is not known; finalring keys list names those there are`);
  return {
    lines: [`${name} is forgotten: the next start takes the one that is configured then`],
    result: { forgotten: name },
  };
}

async function giveUpKey(id: string, options: { yes?: boolean }): Promise<Outcome> {
  const { isKeyUsed, vaultKeys, withdrawCodes } = await import('../../server/features/shop/feature.ts');
  const { forgetSecret } = await import('../../server/platform/secret-checks.ts');
  const { readInstallation, withDatabase } = await import('../with-database.ts');
  const { config, appSecret } = await readInstallation();
  if (vaultKeys(config.codes, appSecret).keys.some((key) => key.id === id)) {
    throw new Error(`the key ${id} is configured (CODE_KEYS): its codes can be read`);
  }
  await demandYes(`Give up the key ${id}? Its codes in stock come off sale for good.`, options);
  const outcome = await withDatabase(config, (db) =>
    db.transaction(async (tx) => {
      const wasKnown = await forgetSecret(tx, `CODE_KEYS:${id}`);
      return wasKnown || (await isKeyUsed(tx, id)) ? withdrawCodes(tx, id, new Date()) : undefined;
    }),
  );
  if (!outcome) throw new Error(`there is no key ${id}`);
  const { withdrawn, sold } = outcome;
  return {
    lines: [
      `The key ${id} is given up. Taken off sale: ${withdrawn} codes, which may be imported again.`,
      ...(sold > 0
        ? [`Sold before, and not to be shown any more: ${sold} codes. Replace them when asked to.`]
        : []),
    ],
    result: { keyId: id, ...outcome },
  };
}

/** Works whether or not the shop is open. If interrupted, the next call continues where it stopped. */
async function rotateCodeKeys(): Promise<Outcome> {
  const { countCodesOfOtherKeys, openVault, rotateCodes } = await import(
    '../../server/features/shop/feature.ts'
  );
  const { withInstallation } = await import('../with-database.ts');
  return withInstallation(async ({ config, appSecret, db }) => {
    const vault = openVault(config.codes, appSecret);
    const max = await countCodesOfOtherKeys(db, vault.currentKeyId);
    const outcome = await withProgress({ title: 'Sealing codes', max }, (onSealed) =>
      rotateCodes({ db, vault, onSealed }),
    );
    const { resealed, byKey } = outcome;
    return {
      lines: [
        `Sealed ${resealed} codes by key ${vault.currentKeyId}`,
        ...byKey.map(({ keyId, codes }) => `  ${keyId}  ${codes} codes`),
      ],
      result: { currentKeyId: vault.currentKeyId, ...outcome },
    };
  });
}

/** May run beside a working system; nothing has to be restarted. */
async function rotateLedgerKey({
  lost = false,
  ...options
}: {
  lost?: boolean;
  yes?: boolean;
}): Promise<Outcome> {
  const { sealKeys } = await import('../../server/features/seals/feature.ts');
  const { systemClock } = await import('../../server/platform/clock.ts');
  const { withInstallation } = await import('../with-database.ts');
  if (lost) await demandYes('Put a key in place that nobody vouches for?', options);
  return withInstallation(async ({ db, appSecret }) => {
    const keyId = await sealKeys({ db, appSecret }).rotate(systemClock.now(), { isLost: lost });
    return { lines: [`The key ${keyId} signs from now on`], result: { keyId } };
  });
}

export function addKeys(program: Command): void {
  const keys = program.command('keys').description('Secrets and keys (docs/operate.md, Secrets).');
  addCommand(
    keys,
    'list',
    'Name the secrets that the database was used with; exit code 1 when one is another now.',
  ).action(answering(listKeys));
  withYes(addCommand(keys, 'forget', 'Let the next start take another secret for one that is lost.'))
    .argument('<name>', 'as finalring keys list names it')
    .action(answering(forgetKey));
  withYes(addCommand(keys, 'give-up', 'Give up the codes of a key of CODE_KEYS that is lost.'))
    .argument('<id>', 'of the key')
    .action(answering(giveUpKey));
  const rotate = keys.command('rotate').description('Put new keys into use.');
  addCommand(
    rotate,
    'codes',
    'Seal every gift-card code again by the first of CODE_KEYS, and count what each key holds then.',
  ).action(answering(rotateCodeKeys));
  withYes(
    addCommand(rotate, 'ledger', 'Make the key that the next tree heads of the ledger are signed with.'),
  )
    .option('--lost', 'the one before cannot be opened any more, so nobody vouches for the new one')
    .action(answering(rotateLedgerKey));
}
