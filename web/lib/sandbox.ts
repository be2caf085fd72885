// SPDX-License-Identifier: Apache-2.0

import { useHydrated } from './session.ts';
import { useSettings } from './settings.ts';

export interface Sandbox {
  /** Where the stand-ins for outside services are, without a slash at the end. */
  url: string;
  /** Whether it replaces every outside service: then there is a page of first steps. */
  isWhole: boolean;
}

function readSandbox(): Sandbox | null {
  if (typeof document === 'undefined') return null;
  const { sandbox, wholeSandbox } = document.documentElement.dataset;
  if (sandbox === undefined) return null;
  return { url: sandbox.replace(/\/$/, ''), isWhole: wholeSandbox !== undefined };
}

/** The server writes it into every page (server/platform/http/built-pages.ts). */
export const writtenSandbox = readSandbox();

/** `npm run dev` serves pages that no server has written into: there the settings say it. */
const useSandboxInDevelopment = (): Sandbox | null | undefined => {
  const settings = useSettings();
  return settings?.sandboxUrl ? { url: settings.sandboxUrl, isWhole: true } : settings && null;
};
const useWritten = (): Sandbox | null => writtenSandbox;
const useKnown = import.meta.env.DEV ? useSandboxInDevelopment : useWritten;

/** Undefined in prerendered markup, which does not know the installation; null where nothing is a sandbox. */
export function useSandbox(): Sandbox | null | undefined {
  const isHydrated = useHydrated();
  const known = useKnown();
  return isHydrated ? known : undefined;
}
