import { testClient } from '../clientSuite';

testClient({ name: "Python's zeep", peer: 'zeep', script: 'python/client.py' });
