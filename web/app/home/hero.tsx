// SPDX-License-Identifier: Apache-2.0

import { cx } from '../../lib/class-names.ts';
import { ButtonLink, buttonClass, IconButton } from '../../ui/button.tsx';
import { Pause } from '../../ui/icons/pause.ts';
import { Play } from '../../ui/icons/play.ts';
import { Volume2 } from '../../ui/icons/volume-2.ts';
import { VolumeX } from '../../ui/icons/volume-x.ts';
import { Backdrop, fillsBackdrop } from '../backdrop.tsx';
import mp4 from '../film/closing-ring.mp4';
import webm from '../film/closing-ring.webm';
import { FirstLine } from '../first-line.tsx';
import { PrizeCards } from '../landing/prizes.tsx';
import { SectionLink } from '../shell/section-link.tsx';
import { useGreeting } from '../use-greeting.ts';
import { Cockpit } from './cockpit.tsx';
import { type Film, useFilm } from './film.ts';

/** On phones the ring closes on the right, where it covers no text, and fades out before the card. */
const besideText =
  'max-sm:-top-[26vw]! max-sm:left-[84%]! max-sm:mask-b-from-45%! max-sm:mask-b-to-76%! max-sm:mask-l-from-55% max-sm:mask-l-to-95%';

export function Hero() {
  const film = useFilm();
  const { howItGoes } = useGreeting();
  return (
    <section
      id="landing-page"
      aria-labelledby="landing-title"
      className="relative isolate flex flex-col overflow-hidden lg:min-h-[40rem] min-[110rem]:min-h-[47rem]"
    >
      <Backdrop className={besideText}>{film.isWanted && <FilmPicture film={film} />}</Backdrop>
      <div className="wrap flex flex-1 flex-col justify-center gap-9 max-sm:gap-6 pt-14 pb-10 sm:pt-16 lg:flex-row lg:items-center lg:justify-between lg:py-16">
        <div className="animate-rise lg:max-w-[52%]">
          <FirstLine
            id="landing-title"
            className="text-[clamp(1.375rem,5.6vw,2.1rem)] leading-[1.05] sm:text-[clamp(2.1rem,5.4vw,4rem)] lg:max-w-[8.5em]"
          />
          <p className="mt-5 max-w-[46ch] text-pretty text-lg text-soft max-sm:hidden">{howItGoes}</p>
          <div className="mt-4 flex flex-wrap gap-3.5 sm:mt-7">
            <SectionLink to="/home#challenges" className={buttonClass({ kind: 'main' })}>
              View Challenges
            </SectionLink>
            <ButtonLink to="/trade-coins">Buy Coins Now</ButtonLink>
          </div>
          <PrizeCards className="mt-8 max-sm:hidden" />
        </div>
        <Cockpit />
      </div>
      <FilmControls film={film} />
    </section>
  );
}

function FilmPicture({ film }: { film: Film }) {
  return (
    <video
      ref={film.ref}
      muted
      loop
      autoPlay
      playsInline
      disablePictureInPicture
      preload="auto"
      className={cx(fillsBackdrop, 'transition-opacity duration-700', !film.isShown && 'opacity-0')}
      onPlaying={film.events.onPlaying}
      onPause={film.events.onPause}
    >
      <source src={webm} type='video/webm; codecs="av01.0.05M.10, opus"' />
      <source src={mp4} type='video/mp4; codecs="avc1.64001f, mp4a.40.2"' onError={film.events.onError} />
    </video>
  );
}

/** People can stop anything that moves on its own (WCAG 2.2.2), and sound plays only on request. */
function FilmControls({ film }: { film: Film }) {
  const icon = { size: 18, 'aria-hidden': true } as const;
  return (
    <div className="absolute inset-x-0 top-3 lg:top-auto lg:bottom-5">
      <div className="wrap flex justify-end gap-2">
        {film.isWanted && (
          <IconButton
            label={film.hasSound ? 'Turn sound off' : 'Turn sound on'}
            className="bg-ink-3/80!"
            onClick={film.toggleSound}
          >
            {film.hasSound ? <Volume2 {...icon} /> : <VolumeX {...icon} />}
          </IconButton>
        )}
        <IconButton
          label={film.isPlaying ? 'Pause film' : 'Play film'}
          className="bg-ink-3/80!"
          onClick={film.togglePlay}
        >
          {film.isPlaying ? <Pause {...icon} /> : <Play {...icon} />}
        </IconButton>
      </div>
    </div>
  );
}
