import type { Profile } from '../../../contract/accounts.ts';
import { Card } from '../../ui/card.tsx';
import { Coins } from '../../ui/coins.tsx';
import { PagePart } from '../../ui/page.tsx';
import { RingDrawing, RingLogo } from '../../ui/ring.tsx';

/** What the player bought; codes are masked here. */
export function GiftCards({ cards }: { cards: Profile['purchasedGiftCards'] }) {
  return (
    <PagePart title="Purchased Gift Cards">
      {cards.length === 0 ? (
        <Card inside="flex items-center gap-5 px-5 py-5">
          <RingDrawing size={72} />
          <p className="text-muted">You have not purchased any gift card yet.</p>
        </Card>
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2">
          {cards.map((card) => (
            <li key={card._id} className="grid">
              <Card inside="flex gap-4 p-4">
                <div className="cut cut-sm grid size-20 shrink-0 place-items-center bg-ink-3">
                  {card.image ? (
                    <img src={card.image} alt="" className="size-full object-cover" />
                  ) : (
                    <RingLogo size={36} />
                  )}
                </div>
                <div className="grid min-w-0 flex-1 gap-1">
                  <h3 className="text-base">{card.title}</h3>
                  <p className="text-muted text-sm">{card.description}</p>
                  <div className="mt-auto flex flex-wrap items-center justify-between gap-2">
                    <code className="font-display text-soft text-sm tracking-wider">{card.hashCode}</code>
                    <Coins amount={card.gcCoin} size={16} />
                  </div>
                </div>
              </Card>
            </li>
          ))}
        </ul>
      )}
    </PagePart>
  );
}
