// SPDX-License-Identifier: Apache-2.0

/** What `npm run mutate` can be asked about: which sources it breaks, and the tests that are to notice. */
export interface Module {
  sources: string[];
  tests: string[];
  /** Where its functions of the database are written. */
  functions?: string[];
}

const feature = (name: string, more: Partial<Module> = {}): Module => ({
  sources: [`server/features/${name}/**/*.ts`],
  functions: [`db/functions/${name}.sql`],
  ...more,
  tests: [
    `server/features/${name}/**/*.test.ts`,
    'server/wiring.test.ts',
    'server/platform/db/tables.test.ts',
    // What goes with an account is shown where it is put together.
    'server/features/accounts/deletion/{delete-account,deletion-grace,nothing-left}.test.ts',
    ...(more.tests ?? []),
  ],
});

/** The tests beside the sources, and those from elsewhere that are about them: all that import a source would be all. */
export const modules: Record<string, Module> = {
  ledger: {
    sources: ['server/ledger/**/*.ts'],
    functions: ['db/functions/ledger.sql'],
    tests: [
      'server/ledger/**/*.test.ts',
      'server/{audit,wiring}.test.ts',
      'server/features/accounts/**/delete-account.test.ts',
      'server/features/{overview,wallet}/**/*.test.ts',
    ],
  },
  // What a restore has lost and what the dashboard is told is shown where it is put together.
  shop: feature('shop', {
    tests: [
      'server/{lost-codes,lost-orders,check-journal,check-secrets,self-dealing}.test.ts',
      'server/features/{achievements,books}/**/*.test.ts',
      'server/features/overview/{growth,overview}.test.ts',
      'server/features/accounts/{export/data-export,users/{users,user-history}}.test.ts',
      'server/features/outgoing-webhooks/bought.test.ts',
    ],
  }),
  coins: feature('coins', {
    tests: [
      'server/features/{books,fair-play,responsible-play}/**/*.test.ts',
      'server/features/overview/{growth,overview}.test.ts',
      'server/features/accounts/{export/data-export,users/{users,user-history}}.test.ts',
      'server/features/receipts/payment-receipts.test.ts',
    ],
  }),
  challenges: feature('challenges', {
    tests: [
      'server/features/{achievements,fair-play,landing,overview,responsible-play}/**/*.test.ts',
      'server/features/approvals/what-else-waits.test.ts',
      'server/features/accounts/{export/data-export,users/{users,user-history}}.test.ts',
    ],
  }),
  promotions: feature('promotions', {
    tests: [
      'server/{reward-proofs,row-counters,edit-conflicts}.test.ts',
      'server/features/approvals/what-else-waits.test.ts',
      'server/features/accounts/profile/own-account.test.ts',
    ],
  }),
  giveaways: feature('giveaways', {
    tests: [
      'server/{edit-conflicts,reward-proofs,row-counters}.test.ts',
      'server/features/approvals/what-else-waits.test.ts',
      'server/features/{notifications,promotions}/{draw,read-schedule}.test.ts',
    ],
  }),
  accounts: feature('accounts', {
    tests: [
      'server/{deletion-race,authority,edit-conflicts,goes-ahead,reconcile-journal}.test.ts',
      'server/features/approvals/approvals.test.ts',
    ],
  }),
  http: {
    sources: ['server/platform/http/**/*.ts'],
    tests: ['server/platform/http/**/*.test.ts', 'server/{app,follow-a-request,goes-ahead}.test.ts'],
  },
  // With the functions that everything else writes jobs, live events, kept answers and counters with, and adds months with.
  jobs: {
    sources: ['server/platform/jobs/**/*.ts'],
    functions: [
      'db/functions/platform.sql',
      'db/functions/platform-live.sql',
      'db/functions/platform-months.sql',
    ],
    tests: [
      'server/platform/{jobs,live,months}/**/*.test.ts',
      'server/wiring.test.ts',
      'server/platform/db/{delete-in-batches,forget-person,month-functions,platform-functions,told-after}.test.ts',
      // How jobs stand is told with all other figures.
      'server/platform/{figures,http/health}.test.ts',
    ],
  },
  // Who may call and what is taken is shown where calls are made.
  contract: {
    sources: ['contract/**/*.ts'],
    tests: [
      'contract/**/*.test.ts',
      'server/permissions.test.ts',
      'server/app.test.ts',
      'tests/{contract,wording}.test.ts',
    ],
  },
  // What can be tested without a browser: each file that has a test beside it and needs no components.
  web: { sources: ['web/{app,features,lib,ui}/**/*.ts'], tests: ['web/**/*.test.ts'] },
};

/** But for those that kill and start processes, which say nothing of one module and take minutes. */
export const everyTest = [
  '{contract,server,web}/**/!(main|start-*|survive-*|*-drill|few-files|worker*).test.ts',
];
