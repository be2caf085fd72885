// SPDX-License-Identifier: Apache-2.0

import { useHydrated } from './session.ts';
import { useSettings } from './settings.ts';

export interface Sandbox {
  /** The address of the stand-ins for outside services, without a trailing slash. */
  url: string;
  /** Whether it replaces every outside service. Only then the page of first steps exists. */
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

/** With `npm run dev` no server has written into the pages, so the settings are used. */
const useSandboxInDevelopment = (): Sandbox | null | undefined => {
  const settings = useSettings();
  return settings?.sandboxUrl ? { url: settings.sandboxUrl, isWhole: true } : settings && null;
};
const useWritten = (): Sandbox | null => writtenSandbox;
const useKnown = import.meta.env.DEV ? useSandboxInDevelopment : useWritten;

/** Undefined in prerendered markup, which doesn't know the installation; null without a sandbox. */
export function useSandbox(): Sandbox | null | undefined {
  const isHydrated = useHydrated();
  const known = useKnown();
  return isHydrated ? known : undefined;
}
