// SPDX-License-Identifier: Apache-2.0

/**
 * The source of a regular expression for a route's pattern as routers write them: `:name` is one segment of a path,
 * `:name?` an optional one, `*` anything that follows.
 */
export function patternSource(pattern: string): string {
  const parts = pattern.split('/').filter(Boolean);
  const sources = parts.map((part) => {
    if (part === '*') return '/.*';
    if (part.startsWith(':')) return part.endsWith('?') ? '(/[^/]+)?' : '/[^/]+';
    return `/${part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`;
  });
  return sources.join('') || '/';
}
