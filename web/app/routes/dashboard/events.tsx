import { EventManager } from '../../../features/events/admin/event-manager.tsx';

export default EventManager;
