import { ButtonLink, buttonClass } from '../../ui/button.tsx';
import { RingArt } from '../ring-art.tsx';
import { SectionLink } from '../shell/section-link.tsx';

const facts = [
  { figure: 'Top 1 / 10 / 25', text: 'placements you can prove' },
  { figure: 'Every result', text: 'comes with its receipt' },
];

export function Hero() {
  return (
    <section
      id="landing-page"
      aria-labelledby="landing-title"
      className="overflow-hidden bg-[radial-gradient(56rem_34rem_at_78%_46%,var(--color-storm-deep),#120f2b_45%,transparent_72%)]"
    >
      <div className="wrap grid items-center gap-x-6 gap-y-8 pt-9 pb-6 md:grid-cols-[minmax(0,1.05fr)_minmax(0,0.95fr)] md:py-6 lg:min-h-[35rem]">
        <div className="animate-rise">
          <h1 id="landing-title" className="text-[clamp(2.5rem,5.6vw,4.7rem)] leading-[1.05]">
            Be there when <br className="max-sm:hidden" />
            the ring <span className="text-gold">closes.</span>
          </h1>
          <p className="mt-5 max-w-[46ch] text-lg text-soft">
            Enter a challenge, play one Solo match, and your public stats decide. Win Gamer Coins and turn
            them into gift cards.
          </p>
          <div className="mt-7 flex flex-wrap gap-3.5">
            <SectionLink to="/home#challenges" className={buttonClass({ kind: 'main' })}>
              View Challenges
            </SectionLink>
            <ButtonLink to="/trade-coins">Buy Coins Now</ButtonLink>
          </div>
          <dl className="mt-9 flex flex-wrap gap-x-6 gap-y-4 sm:gap-x-9">
            {facts.map(({ figure, text }) => (
              <div key={figure} className="flex flex-col-reverse">
                <dt className="text-[0.8125rem] text-muted sm:text-sm">{text}</dt>
                <dd className="font-bold font-display text-lg leading-8 sm:text-[1.375rem]">{figure}</dd>
              </div>
            ))}
          </dl>
        </div>
        <RingArt className="mx-auto w-full max-w-[20rem] sm:max-w-[26rem] lg:max-w-[34rem]" />
      </div>
    </section>
  );
}
