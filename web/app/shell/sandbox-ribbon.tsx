// SPDX-License-Identifier: Apache-2.0

import { useHydrated } from '../../lib/session.ts';

/** The server writes the sandbox's address into every page (server/platform/http/built-pages.ts). */
const sandboxUrl = typeof document === 'undefined' ? undefined : document.documentElement.dataset.sandbox;

/**
 * Says that the sandbox stands in for outside services, and where to play a match. Prerendered pages do not know the
 * installation: they keep room for it if there is a sandbox, so that nothing moves down.
 */
export function SandboxRibbon() {
  const isHydrated = useHydrated();
  if (!isHydrated) return <div className="hidden h-8 in-data-sandbox:block" />;
  if (!sandboxUrl) return null;
  return (
    <aside
      aria-label="Sandbox"
      className="bg-[repeating-linear-gradient(-45deg,var(--color-gold-panel)_0_12px,var(--color-gold-stripe)_12px_24px)] text-sm text-soft"
    >
      <p className="wrap flex flex-wrap items-center justify-center gap-x-2 py-1.5 text-center">
        <b className="font-display text-gold">SANDBOX</b>
        <span className="max-sm:hidden">No real accounts, no real money.</span>
        <a
          href={`${sandboxUrl.replace(/\/$/, '')}/arena`}
          target="_blank"
          rel="noreferrer"
          className="font-semibold text-text underline underline-offset-4 hover:text-gold"
        >
          Play a match in the Arena
        </a>
      </p>
    </aside>
  );
}
