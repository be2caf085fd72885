// SPDX-License-Identifier: Apache-2.0

import { type RenderedText, renderText } from '../../lib/rendered-text.server.ts';
import privacy from './privacy.md?raw';
import terms from './terms.md?raw';

const sources = { terms, privacy };
export type LegalName = keyof typeof sources;

/** The terms or the privacy notice. They summarise docs/rules for players, so change both together. */
export function legalText(name: LegalName, brand: string): RenderedText {
  return renderText(sources[name], brand);
}
