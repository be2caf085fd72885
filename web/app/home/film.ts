// SPDX-License-Identifier: Apache-2.0

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** No for people who prefer reduced motion or have an expensive connection. The film then loads only on request. */
export function mayAutoload(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  const isMetered = connection?.saveData || /2g|3g/.test(connection?.effectiveType ?? '');
  return (
    !isMetered && !matchMedia('(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)').matches
  );
}

export interface Film {
  ref: RefObject<HTMLVideoElement | null>;
  /** Whether the page contains the film. */
  isWanted: boolean;
  /** Whether the film shows instead of the poster. */
  isShown: boolean;
  isPlaying: boolean;
  hasSound: boolean;
  togglePlay(): void;
  toggleSound(): void;
  /** Handlers for the film's events. */
  events: { onPlaying(): void; onPause(): void; onError(): void };
}

/** The film's state: it starts by itself once the page has loaded, and pauses while it is out of sight. */
export function useFilm(): Film {
  const ref = useRef<HTMLVideoElement>(null);
  const [isWanted, setWanted] = useState(false);
  const [isShown, setShown] = useState(false);
  const [isPlaying, setPlaying] = useState(false);
  const [hasSound, setSound] = useState(false);
  const isPausedByUser = useRef(false);

  useUnaskedStart(setWanted);

  useEffect(() => {
    const video = ref.current;
    if (!isWanted || !video) return;
    const watch = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) video.pause();
      else if (!isPausedByUser.current) play(video);
    });
    watch.observe(video);
    return () => watch.disconnect();
  }, [isWanted]);

  const togglePlay = useCallback(() => {
    const video = ref.current;
    isPausedByUser.current = Boolean(video && !video.paused);
    if (!video) setWanted(true);
    else if (video.paused) play(video);
    else video.pause();
  }, []);

  const toggleSound = useCallback(() => {
    const video = ref.current;
    if (!video) return;
    video.muted = !video.muted;
    setSound(!video.muted);
    if (!video.muted && video.paused) {
      isPausedByUser.current = false;
      play(video);
    }
  }, []);

  return {
    ref,
    isWanted,
    isShown,
    isPlaying,
    hasSound,
    togglePlay,
    toggleSound,
    events: {
      onPlaying: () => {
        setPlaying(true);
        setShown(true);
      },
      onPause: () => setPlaying(false),
      onError: () => setWanted(false),
    },
  };
}

/** Requests the film once the page has loaded, if it may load unasked. */
function useUnaskedStart(setWanted: (isWanted: boolean) => void): void {
  useEffect(() => {
    if (!mayAutoload()) return;
    const begin = () => setWanted(true);
    if (document.readyState === 'complete') {
      // After the page has finished rendering.
      const timer = setTimeout(begin, 200);
      return () => clearTimeout(timer);
    }
    window.addEventListener('load', begin, { once: true });
    return () => window.removeEventListener('load', begin);
  }, [setWanted]);
}

/** Browsers may refuse, for example to save power. The poster or the last frame then stays. */
function play(video: HTMLVideoElement): void {
  video.play().catch(() => {});
}
