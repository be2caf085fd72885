import { Navigate, useLocation } from 'react-router';

const sections: Record<string, string> = {
  '/challenges': 'challenges',
  '/about-us': 'aboutus',
};

/** Old addresses of what are sections of the home page. */
export default function SectionRedirect() {
  const { pathname } = useLocation();
  return <Navigate to={{ pathname: '/home', hash: sections[pathname.replace(/\/$/, '')] ?? '' }} replace />;
}
