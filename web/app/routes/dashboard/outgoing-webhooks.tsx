import { Endpoints } from '../../../features/outgoing-webhooks/endpoints.tsx';

export default Endpoints;
