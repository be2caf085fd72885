import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('routes/sign-in.tsx', { id: 'landing' }),
  route('signin/:code?', 'routes/sign-in.tsx', { id: 'sign-in' }),
  route('signup', 'routes/sign-up.tsx'),
  route('referrals/:code', 'routes/referral.tsx'),
  route('google-login-success', 'routes/sign-in-success.tsx'),
  route('challenges', 'routes/section.tsx', { id: 'challenges' }),
  route('about-us', 'routes/section.tsx', { id: 'about-us' }),
  layout('shell/public-shell.tsx', [
    route('blogs', 'routes/blogs.tsx'),
    route('blog/:slug', 'routes/blog-article.tsx'),
  ]),
  route('sitemap.xml', 'routes/sitemap.ts'),
  route('feed.xml', 'routes/feed.ts'),
  layout('shell/shell.tsx', [
    route('home', 'routes/home.tsx'),
    route('events', 'routes/events.tsx'),
    route('giveaways/:id', 'routes/giveaway.tsx'),
    route('past-challenges', 'routes/past-challenges.tsx'),
    route('profile', 'routes/profile.tsx'),
    route('transactions', 'routes/transactions.tsx'),
    route('products', 'routes/products.tsx'),
    route('cart', 'routes/cart.tsx'),
    route('trade-coins', 'routes/trade-coins.tsx'),
    route('dashboard', 'admin/dashboard.tsx', [
      route('coins', 'routes/dashboard/coins.tsx'),
      route('users', 'routes/dashboard/users.tsx'),
      route('users/:id', 'routes/dashboard/user.tsx'),
      route('roles', 'routes/dashboard/roles.tsx'),
      route('audit-log', 'routes/dashboard/audit-log.tsx'),
      route('events', 'routes/dashboard/events.tsx'),
      route('giveaways', 'routes/dashboard/giveaways.tsx'),
      route('referrals', 'routes/dashboard/referrals.tsx'),
    ]),
  ]),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
