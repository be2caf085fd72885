import { useLocation } from 'react-router';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyPanel } from '../../ui/panels.tsx';
import { pageTitle } from '../brand.ts';

const rooms: Record<string, { name: string; text: string }> = {
  '/dashboard': { name: 'The dashboard', text: 'The tools for administrators will be here.' },
};
const unknownRoom = { name: 'This page', text: '' };

export const meta = () => [{ title: pageTitle('Opens soon') }];

export default function OpensSoon() {
  const { pathname } = useLocation();
  const room = rooms[pathname.replace(/\/$/, '')] ?? unknownRoom;
  return (
    <div className="wrap py-12 md:py-20">
      <EmptyPanel
        level="h1"
        title={`${room.name} opens soon`}
        text={`${room.text} Until then, every coin you win waits in your wallet.`}
        action={
          <ButtonLink kind="main" to="/home#challenges">
            View Challenges
          </ButtonLink>
        }
      />
    </div>
  );
}
