// SPDX-License-Identifier: Apache-2.0

/** A module of `npm run mutate`: the sources that it breaks, and the tests that should notice. */
export interface Module {
  sources: string[];
  tests: string[];
  /** The file of its database functions. */
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
    // The deletion of its data with an account is tested where accounts are deleted.
    'server/features/accounts/deletion/{delete-account,deletion-grace,nothing-left}.test.ts',
    ...(more.tests ?? []),
  ],
});

/**
 * The tests beside the sources, and those from elsewhere that are about them: all tests that import a source would be all.
 */
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
  // What a restore loses, and what the dashboard shows, is tested where it is assembled.
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
  // Including the functions with which everything else writes jobs, live events, kept answers and counters, and adds months.
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
      // The state of jobs is reported with all other figures.
      'server/platform/{figures,http/health}.test.ts',
    ],
  },
  // Permissions and validation are tested where calls are made.
  contract: {
    sources: ['contract/**/*.ts'],
    tests: [
      'contract/**/*.test.ts',
      'server/permissions.test.ts',
      'server/app.test.ts',
      'tests/{contract,wording}.test.ts',
    ],
  },
  // Everything that can be tested without a browser: each file that has a test beside it and needs no components.
  web: { sources: ['web/{app,features,lib,ui}/**/*.ts'], tests: ['web/**/*.test.ts'] },
};

/** Except those that kill and start processes, which say nothing about a single module and take minutes. */
export const everyTest = [
  '{contract,server,web}/**/!(main|start-*|survive-*|*-drill|few-files|worker*).test.ts',
];
