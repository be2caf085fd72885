import type { Config } from '@react-router/dev/config';
import { writeInlineScriptHashes } from './scripts/web-csp.mjs';

export default {
  appDirectory: 'web/app',
  buildDirectory: 'build',
  ssr: false,
  /** What visitors see before they sign in. Every other address is answered with the fallback page. */
  prerender: ['/', '/signin', '/signup'],
  async buildEnd({ reactRouterConfig }) {
    writeInlineScriptHashes(`${reactRouterConfig.buildDirectory}/client`);
  },
} satisfies Config;
