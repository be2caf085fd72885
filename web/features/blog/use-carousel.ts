// SPDX-License-Identifier: Apache-2.0

import type { EmblaCarouselType as Carousel, EmblaOptionsType as Options } from 'embla-carousel';
import { type RefObject, useEffect, useState } from 'react';
import { useIsInView } from './use-automatic-advance.ts';

const options: Options = { align: 'start', loop: true, duration: 24 };

/**
 * The carousel in `viewport`. Its code loads once the viewport is a screen away, because measuring its slides takes
 * long. Undefined until then, or if the code doesn't load.
 */
export function useCarousel(viewport: RefObject<HTMLElement | null>): Carousel | undefined {
  const [carousel, setCarousel] = useState<Carousel>();
  const isNear = useIsInView(viewport, '100%');
  const [hasBeenNear, setBeenNear] = useState(false);
  if (isNear && !hasBeenNear) setBeenNear(true);
  useEffect(() => {
    if (!hasBeenNear) return;
    let made: Carousel | undefined;
    let isGone = false;
    import('embla-carousel').then(
      ({ default: make }) => {
        if (isGone || !viewport.current) return;
        // The visitor may have scrolled it by hand until now.
        viewport.current.scrollLeft = 0;
        made = make(viewport.current, options);
        setCarousel(made);
      },
      () => {},
    );
    return () => {
      isGone = true;
      made?.destroy();
      setCarousel(undefined);
    };
  }, [hasBeenNear, viewport]);
  return carousel;
}

/** The carousel's positions, and the current one. */
export function usePlaces(carousel: Carousel | undefined): { count: number; current: number } {
  const [places, setPlaces] = useState({ count: 1, current: 0 });
  useEffect(() => {
    if (!carousel) return;
    const read = () =>
      setPlaces({ count: carousel.scrollSnapList().length, current: carousel.selectedScrollSnap() });
    read();
    carousel.on('select', read).on('reInit', read);
    return () => {
      carousel.off('select', read).off('reInit', read);
    };
  }, [carousel]);
  return places;
}
