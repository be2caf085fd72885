// SPDX-License-Identifier: Apache-2.0

import { type Command, Option } from 'commander';
import { plural } from '../../contract/amounts.ts';
import { addCommand, answering, type Outcome } from '../answer.ts';
import { requireConfirmation } from '../confirm.ts';
import { type DemoSize, demoDomain, demoSizes } from '../demo/sizes.ts';
import { withProgress } from '../progress.ts';
import { type Installation, withInstallation } from '../with-database.ts';

/** Fast enough that challenges of several hours end within a second. */
const quickTimeScale = 50_000;

interface Options {
  size?: DemoSize;
  yes?: boolean;
}

type Given = Parameters<Parameters<typeof withInstallation>[0]>[0];

function demandSandbox({ config }: Pick<Installation, 'config'>): void {
  if (config.sandbox?.full) return;
  throw new Error('demo data is for a sandbox only: players would buy its worthless codes');
}

/** Seeds what players can buy and enter, but no players. */
async function seedOffers(): Promise<Outcome> {
  const { withApp } = await import('../with-app.ts');
  return withApp(async ({ app, config, db }) => {
    demandSandbox({ config });
    const { seedDemo } = await import('../../server/seed.ts');
    const seeding = app.features.filter((feature) => feature.seed);
    await seedDemo(db, app.features);
    return {
      lines: ['Added demo data of every kind that was missing'],
      result: { features: seeding.map(({ name }) => name) },
    };
  });
}

async function demandNoPeople({ config, db }: Given, options: Options): Promise<number> {
  const { countByDomain } = await import('../../server/features/accounts/feature.ts');
  const { ofDomain, ofOthers } = await countByDomain(db, demoDomain, config.superAdminEmails);
  if (ofOthers > 0) {
    await requireConfirmation(
      `${plural(ofOthers, 'real player')} found. Demo players stay for good, with their coins and places on leaderboards.`,
      options,
    );
  }
  return ofDomain;
}

async function seedLife(given: Given, size: DemoSize, options: Options): Promise<Outcome> {
  demandSandbox(given);
  const known = await demandNoPeople(given, options);
  const { openWorld } = await import('../demo/world.ts');
  const { liveThrough } = await import('../demo/story.ts');
  const { seedDemo } = await import('../../server/seed.ts');
  const [adminEmail] = given.config.superAdminEmails;
  if (!adminEmail) throw new Error('SUPER_ADMIN_EMAILS names no administrator: set it to an e-mail address');
  const began = performance.now();
  const { players } = demoSizes[size];
  const world = await openWorld(given, given.config.challengeTimeScale);
  const quick = await openWorld(given, quickTimeScale);
  try {
    await seedDemo(world.db, world.app.features);
    const admin = await world.signIn({ number: 0, name: 'Demo Admin', email: adminEmail, ref: null });
    await withProgress({ title: `Demo, ${size}`, max: 3 * players }, (advance) =>
      liveThrough({ world, quick }, { size, admin, known, advance }),
    );
  } finally {
    await quick.close();
    await world.close();
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  return {
    lines: [`Added ${players} demo players with a history in ${seconds} s`],
    result: { size, players, seconds },
  };
}

function seed(options: Options): Promise<Outcome> {
  const { size } = options;
  if (!size) return seedOffers();
  return withInstallation((given) => seedLife(given, size, options), { poolSize: 2 });
}

export function addDemo(program: Command): void {
  const demo = program.command('demo').description('Demo data for a sandbox.');
  addCommand(
    demo,
    'seed',
    'Fill an empty database with demo data, as the first start in a sandbox does. With --size, also add players with a history.',
  )
    .addOption(new Option('--size <size>', 'how many players').choices(Object.keys(demoSizes)))
    .option('--yes', 'do not ask if there are real players')
    .action(answering(seed));
}
