// The system's libqrencode (libqrencode-dev).
#include <qrencode.h>
