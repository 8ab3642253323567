#include "CBuildInformation.h"

#ifndef GATEHOUSE_COMMIT
#define GATEHOUSE_COMMIT "unknown"
#endif

const char *gatehouse_build_commit(void) { return GATEHOUSE_COMMIT; }
