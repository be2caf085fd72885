import { pageTitle } from '../brand.ts';

export const meta = () => [{ title: pageTitle('My Profile') }];

export default function ProfilePage() {
  return (
    <main className="wrap py-10">
      <h1 className="text-3xl">My Profile</h1>
    </main>
  );
}
