#include "CTomlPlusPlus.h"
