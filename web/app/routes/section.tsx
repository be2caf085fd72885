import { Navigate } from 'react-router';

/** The address of what is a section of the home page. */
export default function SectionRedirect() {
  return <Navigate to={{ pathname: '/home', hash: 'challenges' }} replace />;
}
