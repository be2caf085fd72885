/** What `npm run mutate` can be asked about: which sources it breaks, and the tests that are to notice. */
export interface Module {
  sources: string[];
  tests: string[];
  /** Names of the SQL functions that belong to it. */
  functions?: RegExp;
}

const feature = (name: string, more: Partial<Module> = {}): Module => ({
  sources: [`server/features/${name}/**/*.ts`],
  ...more,
  tests: [`server/features/${name}/**/*.test.ts`, ...(more.tests ?? [])],
});

/** The tests beside the sources, and those from elsewhere that are about them: all that import a source would be all. */
export const modules: Record<string, Module> = {
  ledger: {
    sources: ['server/ledger/**/*.ts'],
    tests: [
      'server/ledger/**/*.test.ts',
      'server/audit.test.ts',
      'server/features/accounts/**/delete-account.test.ts',
    ],
    functions: /^(ledger_|announce_|refuse_ledger)/,
  },
  shop: feature('shop', { functions: /^(shop_|refuse_shop|refuse_unreplacing|notify_gift_cards)/ }),
  coins: feature('coins', { functions: /^(owed_back|notify_coin_packages|refuse_payment)/ }),
  challenges: feature('challenges', { functions: /^(attempt_words|notify_challenges)/ }),
  events: feature('events', { functions: /^refuse_completion/ }),
  giveaways: feature('giveaways', { functions: /^keep_/ }),
  accounts: feature('accounts', {
    tests: ['server/deletion-race.test.ts', 'server/authority.test.ts'],
    functions: /^(tell_|player_words|epic_words|refresh_player|refuse_all_but_forgetting_note)/,
  }),
  http: {
    sources: ['server/platform/http/**/*.ts'],
    tests: ['server/platform/http/**/*.test.ts', 'server/app.test.ts', 'server/goes-ahead.test.ts'],
  },
  jobs: { sources: ['server/platform/jobs/**/*.ts'], tests: ['server/platform/jobs/**/*.test.ts'] },
  // Who may call and what is taken is shown where calls are made.
  contract: {
    sources: ['contract/**/*.ts'],
    tests: [
      'contract/**/*.test.ts',
      'server/permissions.test.ts',
      'server/app.test.ts',
      'tests/wording.test.ts',
    ],
  },
  // What can be tested without a browser: each file that has a test beside it.
  web: { sources: ['web/**/*.ts'], tests: ['web/**/*.test.ts'] },
};
