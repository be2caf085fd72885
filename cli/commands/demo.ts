import type { Command } from 'commander';
import { addCommand, answering, type Outcome } from '../answer.ts';
import { withProgress } from '../progress.ts';

async function seed(): Promise<Outcome> {
  const { withApp } = await import('../with-app.ts');
  return withApp(async ({ app, config, db }) => {
    if (!config.sandbox?.full) {
      throw new Error(
        'demo data is for a sandbox alone: its codes are worth nothing, and players would buy them',
      );
    }
    const { seedDemo } = await import('../../server/seed.ts');
    const seeding = app.features.filter((feature) => feature.seed);
    await withProgress({ title: 'Demo data', max: seeding.length }, async (advance) => {
      await seedDemo(db, app.features);
      advance(seeding.length);
    });
    return {
      lines: ['There is demo data now, of each kind of which there was none'],
      result: { features: seeding.map(({ name }) => name) },
    };
  });
}

export function addDemo(program: Command): void {
  const demo = program.command('demo').description('Data to try things out with, in a sandbox.');
  addCommand(
    demo,
    'seed',
    'Fill an empty database with demo data, as a start in a sandbox does by itself.',
  ).action(answering(seed));
}
