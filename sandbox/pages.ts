// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import { styles } from './styles.ts';

export interface Page {
  html: string;
  /** A Content-Security-Policy that allows this page's inline style and script by hash. */
  policy: string;
}

/** Markup that is safe to embed. Only the `markup` tag creates it. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = Markup | string | number | undefined | false | readonly Markup[];

/** Template tag for HTML: escapes every interpolated string and keeps nested markup. */
export function markup(strings: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(strings.reduce((text, part, index) => text + render(values[index - 1]) + part));
}

function render(value: Value): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map((part) => part.text).join('');
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const ring = new Markup(
  '<svg class="ring" viewBox="0 0 32 32" aria-hidden="true"><path d="M16 2.5a13.5 13.5 0 1 1-9.6 4" fill="none" stroke="#7C5CFF" stroke-width="3"/><path d="M16 8.5a7.5 7.5 0 1 1-5.3 2.2" fill="none" stroke="#FFC53D" stroke-width="3"/><rect x="14.4" y="14.4" width="3.2" height="3.2" fill="#EDEFF7" transform="rotate(45 16 16)"/></svg>',
);

interface PageParts {
  title: string;
  body: Markup;
  /** A module script. It can connect only to the sandbox. */
  script?: string;
  /** `narrow` is one centred column, for forms. */
  layout?: 'narrow' | 'wide';
  /** More origins to which the page's forms may lead. Browsers check redirects too. */
  formTargets?: string[];
  /** Whether this page may contain frames with other sandbox pages. */
  showsFrames?: boolean;
}

/** A self-contained page: no external style, font, picture or script. */
export function page({ title, body, script, layout = 'narrow', formTargets, showsFrames }: PageParts): Page {
  const inlineScript = script === undefined ? '' : `<script type="module">${script}</script>`;
  const html = markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title} · sandbox</title><link rel="icon" href="data:,">
<style>${new Markup(styles)}</style></head><body>
<p class="ribbon"><strong>Sandbox only.</strong> A local stand-in: nothing here reaches the real service.</p>
<main class="${layout}">${ring}${body}</main>${new Markup(inlineScript)}</body></html>`;
  return { html: html.text, policy: toPolicy({ style: styles, script, formTargets, showsFrames }) };
}

interface PolicyParts {
  style: string;
  script?: string;
  formTargets?: string[];
  showsFrames?: boolean;
  /** The origin that may frame this page. */
  framedBy?: string;
}

/** The Content-Security-Policy of a page with only this inline style and script. */
export function toPolicy(parts: PolicyParts): string {
  const { style, script, formTargets = [], showsFrames = false, framedBy = "'none'" } = parts;
  return [
    "default-src 'none'",
    `frame-src ${showsFrames ? "'self'" : "'none'"}`,
    `style-src '${hashText(style)}'`,
    script === undefined ? "script-src 'none'" : `script-src '${hashText(script)}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    `frame-ancestors ${framedBy}`,
  ].join('; ');
}

function hashText(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
