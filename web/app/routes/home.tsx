import { pageTitle } from '../brand.ts';

export const meta = () => [{ title: pageTitle('Home') }];

export default function HomePage() {
  return (
    <main>
      <section id="challenges" className="wrap anchored py-16" />
    </main>
  );
}
