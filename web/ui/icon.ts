// SPDX-License-Identifier: Apache-2.0

import { type ComponentProps, createElement, type ReactElement } from 'react';

/** `size`: width and height in pixels, by default 24. Icons without a label are decorative. */
export type Icon = (props: ComponentProps<'svg'> & { size?: number }) => ReactElement;

type Shape = readonly [tag: string, attributes: Record<string, string>];

/** An icon from the shapes that `scripts/icons.ts` copies from Lucide, on a grid of 24 by 24. */
export function drawIcon(...shapes: Shape[]): Icon {
  const drawn = shapes.map(([tag, attributes], key) => createElement(tag, { ...attributes, key }));
  return ({ size = 24, ...props }) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': props['aria-label'] === undefined ? true : undefined,
        ...props,
      },
      drawn,
    );
}
