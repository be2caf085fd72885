// SPDX-License-Identifier: Apache-2.0

import type { Command } from 'commander';
import { plural } from '../../contract/amounts.ts';
import { addCommand, addYesOption, answering, type Outcome } from '../answer.ts';
import { requireConfirmation } from '../confirm.ts';
import { withProgress } from '../progress.ts';

/** Lists the secrets that the database was used with, and whether the configured ones match. */
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
  await requireConfirmation(
    `Forget ${name}? The next start accepts the one that is configured then.`,
    options,
  );
  const wasKnown = await withDatabase(config, (db) => db.transaction((tx) => forgetSecret(tx, name)));
  if (!wasKnown) throw new Error(`the database knows no ${name}: "finalring keys list" shows what it knows`);
  return {
    lines: [`Forgot ${name}: the next start accepts the one that is configured then`],
    result: { forgotten: name },
  };
}

async function giveUpKey(id: string, options: { yes?: boolean }): Promise<Outcome> {
  const { isKeyUsed, vaultKeys, withdrawCodes } = await import('../../server/features/shop/feature.ts');
  const { forgetSecret } = await import('../../server/platform/secret-checks.ts');
  const { readInstallation, withDatabase } = await import('../with-database.ts');
  const { config, appSecret } = await readInstallation();
  if (vaultKeys(config.codes, appSecret).keys.some((key) => key.id === id)) {
    throw new Error(`the key ${id} is still configured, so its codes are readable. Nothing was changed`);
  }
  await requireConfirmation(`Give up the key ${id}? Its codes in stock go off sale permanently.`, options);
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
      `Gave up the key ${id}. Off sale: ${plural(withdrawn, 'code')}; you can import them again.`,
      ...(sold > 0
        ? [`Sold and no longer readable: ${plural(sold, 'code')}. Replace them when their buyers ask.`]
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
    const outcome = await withProgress({ title: 'Encrypting codes', max }, (onSealed) =>
      rotateCodes({ db, vault, onSealed }),
    );
    const { resealed, byKey } = outcome;
    return {
      lines: [
        `Encrypted ${plural(resealed, 'code')} with key ${vault.currentKeyId}`,
        ...byKey.map(({ keyId, codes }) => `  ${keyId}  ${plural(codes, 'code')}`),
      ],
      result: { currentKeyId: vault.currentKeyId, ...outcome },
    };
  });
}

/** Can run beside a working system. No restart is needed. */
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
  if (lost) await requireConfirmation('Use a key that no earlier key vouches for?', options);
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
    'List the secrets that the database was used with. Exit code 1 if a configured one differs.',
  ).action(answering(listKeys));
  addYesOption(addCommand(keys, 'forget', 'Let the next start accept a new secret for a lost one.'))
    .argument('<name>', 'its name in "finalring keys list"')
    .action(answering(forgetKey));
  addYesOption(addCommand(keys, 'give-up', 'Give up the codes of a lost key of CODE_KEYS.'))
    .argument('<id>', 'the id of the key')
    .action(answering(giveUpKey));
  const rotate = keys.command('rotate').description('Start using new keys.');
  addCommand(
    rotate,
    'codes',
    'Encrypt every gift-card code again with the first of CODE_KEYS, and count the codes of each key.',
  ).action(answering(rotateCodeKeys));
  addYesOption(addCommand(rotate, 'ledger', 'Make the key that signs the next tree heads of the ledger.'))
    .option('--lost', 'the current key is lost, so no key vouches for the new one')
    .action(answering(rotateLedgerKey));
}
