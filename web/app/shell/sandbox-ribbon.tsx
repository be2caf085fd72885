import { useEffect } from 'react';
import { useHydrated } from '../../lib/session.ts';
import { useSettings } from '../../lib/settings.ts';

const rememberedKey = 'sandboxUrl';

/**
 * Says that outside services are played by the sandbox, and where to play a match. The browser remembers it, so that
 * the page does not move down each time when the settings arrive.
 */
export function SandboxRibbon() {
  const settings = useSettings();
  const isHydrated = useHydrated();
  useEffect(() => {
    if (settings?.sandboxUrl) localStorage.setItem(rememberedKey, settings.sandboxUrl);
    else if (settings) localStorage.removeItem(rememberedKey);
  }, [settings]);
  const sandboxUrl = settings ? settings.sandboxUrl : isHydrated && localStorage.getItem(rememberedKey);
  if (!sandboxUrl) return null;
  return (
    <aside
      aria-label="Sandbox"
      className="bg-[repeating-linear-gradient(-45deg,#231d12_0_12px,#2b2314_12px_24px)] text-sm text-soft"
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
